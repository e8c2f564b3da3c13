import { ActionIcon, Anchor, Button } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { type Kind, type Relation, relationsNamed } from '../api/graph.ts'
import { isListRelation, substituteName } from '../api/names.ts'
import { embeddedIn, type Link, linksOf, type Resource, titleOf } from '../api/resource.ts'
import { graphHash, parseTarget, targetHash } from '../api/target.ts'
import { includesPath, joinPath } from '../api/zoom.ts'
import { useExplorer, useExplorerState } from '../context.ts'
import { Disclosure } from './disclosure.tsx'
import classes from './explorer.module.css'

/** Resource on the page, its kind, and the path of relations from the page's main resource. */
export type Part = { resource: Resource; kind: Kind | null; path: string }

/** Links by relation, each with its meaning and a toggle that embeds its target. */
export function Links({ resource, kind, path }: Part) {
  const relations = [...linksOf(resource)]
  if (relations.length === 0) return null
  return (
    <ul className={classes.links} aria-label="Links">
      {relations.map(([rel, links]) => {
        const [only] = links
        const isSingle = only !== undefined && links.length === 1 && !isListRelation(rel, 1)
        return (
          <li key={rel}>
            <span className={classes.pair}>
              {isSingle ? <LinkButton link={only}>{rel}</LinkButton> : <b>{rel}</b>}
              <ZoomToggle path={joinPath(path, rel)} />
            </span>
            <Meaning relations={relationsNamed(kind, rel)} />
            {!isSingle && <Elements resource={resource} rel={rel} links={links} />}
          </li>
        )
      })}
    </ul>
  )
}

/** Named links to the elements of a list. */
function Elements({ resource, rel, links }: { resource: Resource; rel: string; links: readonly Link[] }) {
  const { kinds } = useExplorer()
  const { names } = useExplorerState()
  const embedded = embeddedIn(resource).find(([name]) => name === rel)?.[1] ?? []
  // If some links have no embedded resource, links and resources cannot be matched by position.
  const titles = embedded.length === links.length ? embedded.map(titleOf) : []
  return (
    <div className={classes.elements}>
      {links.map((link, index) => {
        const { uri } = parseTarget(link.uri)
        const name = titles[index] || names.get(uri) || substituteName(uri, kinds)
        const number = index + 1
        return (
          <LinkButton key={`${number} ${uri}`} link={link} label={`${rel} ${number} ${name}`}>
            <span>
              <span className={classes.dim}>{number}</span> {name}
            </span>
          </LinkButton>
        )
      })}
    </div>
  )
}

type LinkButtonProps = { link: Link; label?: string; children: React.ReactNode }

function LinkButton({ link: { rel, rev, uri }, label, children }: LinkButtonProps) {
  const about = [uri, rev && `rev ${rev}`].filter(Boolean).join('\n')
  return (
    <Button
      component="a"
      className={classes.link}
      size="xs"
      href={targetHash(parseTarget(uri))}
      title={about}
      data-rel={rel}
      aria-label={label}
    >
      {children}
    </Button>
  )
}

/** Meaning of a relation and the kinds that it leads to. */
function Meaning({ relations }: { relations: readonly Relation[] }) {
  return (
    <span className={classes.dim}>
      {relations[0]?.description}
      {relations.map(({ to }, index) => (
        <span key={to} className={classes.target}>
          {index === 0 ? ' → ' : ' or '}
          <KindLink name={to} />
        </span>
      ))}
    </span>
  )
}

export function KindLink({ name }: { name: string }) {
  return (
    <Anchor inherit href={graphHash(name)} aria-label={`${name} in the graph`}>
      {name}
    </Anchor>
  )
}

/** Button that adds a path to the zoom or removes it. */
export function ZoomToggle({ path }: { path: string }) {
  const explorer = useExplorer()
  const { target } = useExplorerState()
  const isOn = includesPath(target?.zoom ?? '', path)
  return (
    <ActionIcon
      size={28}
      variant={isOn ? 'filled' : 'default'}
      aria-pressed={isOn}
      aria-label={`Embed ${path}`}
      title={isOn ? 'Remove from the zoom' : 'Embed here'}
      onClick={() => explorer.toggleEmbed(path)}
    >
      {isOn ? <IconMinus size={14} /> : <IconPlus size={14} />}
    </ActionIcon>
  )
}

/** Relations that the resource lacks now, with the condition for each. */
export function AbsentLinks({ resource: { self, links = [] }, kind, path }: Part) {
  const absent = new Map((kind?.relations ?? []).map((relation) => [relation.rel, relation]))
  for (const { rel } of links) absent.delete(rel)
  if (self === undefined || absent.size === 0) return null
  const summary = (
    <>
      Not there now: <span className={classes.dim}>{[...absent.keys()].join(', ')}</span>
    </>
  )
  return (
    <Disclosure summary={summary} isOpen={path === ''}>
      <ul className={classes.list}>
        {[...absent].map(([rel, { when, description }]) => (
          <li key={rel}>
            <b>{rel}</b> {when === '' ? '' : `Present: ${when}. `}
            <span className={classes.dim}>{description}</span>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
