import { Button, Group, List, Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { API_BASE } from '../../../api/base.ts'
import type { Api } from '../../../api/client.ts'
import type { CatalogRelease, Product } from '../../../generated/schema.ts'
import { useChange } from '../../../kit/requests/use-change.ts'
import { useOnce } from '../../../kit/requests/use-once.ts'
import { useRead } from '../../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { Lines, ProblemView } from '../../../kit/states.tsx'
import { COMPARING_CHANGES, NOTHING_CHANGED } from '../../../messages/en.ts'
import { DisableableButton } from '../../../ui/disableable-button.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { isInProgress, ReleaseStatus } from '../catalogs/release-status.tsx'
import { useReleases } from '../catalogs/use-releases.ts'
import { useFilesOf } from '../files/file-reads.ts'
import { Thumbnail } from '../products/thumbnail.tsx'
import { childIds } from '../rules/child-ids.ts'
import { previewSentences } from '../rules/release-words.ts'
import { itemInExplorer } from '../rules/shop-address.ts'
import classes from './publication.module.css'

type PublicationProps = { product: Product; catalog_id: string | null }

/** Publishes the catalog with the product, after saying what else changes. */
export function Publication({ product, catalog_id }: PublicationProps) {
  if (catalog_id === null)
    return (
      <Section title="Shop">
        <Text size="sm">
          The store has no catalog yet. Shoppers see products once a catalog with them is published.
        </Text>
      </Section>
    )
  return <OfCatalog product={product} catalog_id={catalog_id} />
}

function OfCatalog({ product, catalog_id }: { product: Product; catalog_id: string }) {
  const scope = useScope()
  const path = { catalog_id }
  const catalog = useRead('/v2/catalogs/{catalog_id}', { params: { path } }).data?.data
  const releases = useReleases(catalog_id).data?.data ?? []
  const preview = useRead('/v2/catalogs/{catalog_id}/releases/preview', { params: { path } })
  const publish = useChange({ stale: ['/v2/catalogs'], run: (api) => publishAndWait(api, catalog_id) })
  const [send] = useOnce(() => publish.mutateAsync())
  const newest = releases[0]
  const sentences = preview.data === undefined ? [] : previewSentences(preview.data.data.attributes)
  const reason =
    whyForbidden('PublishCatalog', scope) ??
    (preview.isPending ? COMPARING_CHANGES : null) ??
    (sentences.length === 0 ? NOTHING_CHANGED : null)
  return (
    <Section title={`Shop${catalog === undefined ? '' : `: ${catalog.attributes.name}`}`}>
      {publish.error !== null && <ProblemView error={publish.error} what="catalog" />}
      {preview.error !== null && <ProblemView error={preview.error} what="catalog" />}
      <div className={classes.publication}>
        <MainImage id={product.attributes.main_image_file_id} />
        <div>
          {preview.isPending ? (
            <Lines count={2} />
          ) : sentences.length > 0 ? (
            <Changes sentences={sentences} />
          ) : (
            <Latest release={newest} />
          )}
          <Group gap="sm">
            <DisableableButton variant="filled" reason={reason} loading={publish.isPending} onClick={send}>
              Publish
            </DisableableButton>
            <ShopLink product={product} release={releases.find(({ meta }) => meta.release_status === 'PUBLISHED')} />
          </Group>
        </div>
      </div>
    </Section>
  )
}

const POLL_INTERVAL_MS = 500

/** Resolves when the release is over, so that the reads after it show its result. */
async function publishAndWait(api: Api, catalog_id: string): Promise<{ data: CatalogRelease }> {
  const { data } = await api.POST('/v2/catalogs/{catalog_id}/releases', { params: { path: { catalog_id } }, body: {} })
  let release = data?.data
  while (release !== undefined && isInProgress(release.meta.release_status)) {
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
    const path = { catalog_id, catalog_release_id: release.id }
    release = (await api.GET('/v2/catalogs/{catalog_id}/releases/{catalog_release_id}', { params: { path } })).data
      ?.data
  }
  if (release === undefined) throw new Error('The release is gone.')
  return { data: release }
}

function MainImage({ id }: { id: string | null }) {
  const files = useFilesOf(id === null ? [] : [[id]])
  return <Thumbnail file={files.get(id ?? '')} size="card" />
}

function Changes({ sentences }: { sentences: readonly string[] }) {
  return (
    <>
      <Text size="sm">Publishing the catalog shows shoppers these changes:</Text>
      <List size="sm" mb="sm">
        {sentences.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </>
  )
}

function Latest({ release }: { release: CatalogRelease | undefined }) {
  if (release === undefined) return null
  return (
    <Group gap="xs" mb="sm" role="status">
      <Text size="sm">Latest release:</Text>
      <ReleaseStatus status={release.meta.release_status} />
    </Group>
  )
}

type ShopLinkProps = { product: Product; release: CatalogRelease | undefined }

/** Opens the product, or its first variant, in the explorer once the release has it. */
function ShopLink({ product, release }: ShopLinkProps) {
  const { id, level } = useScope()
  const store = useRead('/v2/stores/{store_id}', { params: { path: { store_id: id } } }, { enabled: level === 's' })
  const items = childIds(product.meta.variation_matrix ?? {})
  const item = items[0] ?? product.id
  const path = { catalog_id: release?.attributes.catalog_id ?? '', catalog_release_id: release?.id ?? '' }
  const query = { filter: `eq(id,${item})`, 'page[limit]': 1 }
  const found = useRead(
    '/v2/catalogs/{catalog_id}/releases/{catalog_release_id}/products',
    { params: { path, query } },
    { enabled: release !== undefined },
  )
  const icon = <IconExternalLink size={16} aria-hidden />
  if (store.data === undefined || (found.data?.data.length ?? 0) === 0)
    return (
      <DisableableButton reason={whyNotShown(product, release)} leftSection={icon}>
        See it in the shop
      </DisableableButton>
    )
  const address = `${API_BASE}${itemInExplorer(store.data.data.scope, item)}`
  return (
    <Button component="a" href={address} target="_blank" rel="noreferrer" leftSection={icon}>
      See it in the shop
    </Button>
  )
}

function whyNotShown({ attributes }: Product, release: CatalogRelease | undefined): string {
  if (attributes.status === 'draft') return 'It is a draft, which shoppers do not see.'
  return release === undefined ? 'Publish the catalog first.' : 'The latest release does not have it: publish again.'
}
