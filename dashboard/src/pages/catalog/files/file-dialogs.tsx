import { Button, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { File, Product } from '../../../generated/schema.ts'
import { useParam } from '../../../kit/address-state.ts'
import { Time } from '../../../kit/cells/time.tsx'
import { DeleteRoute } from '../../../kit/dialogs/confirm-route.tsx'
import { RouteDialog } from '../../../kit/dialogs/route-dialog.tsx'
import { LinkTo, target, useGoTo } from '../../../kit/link.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { Loaded } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { Copyable } from '../../../ui/copy/copyable.tsx'
import { KeyValue } from '../../../ui/layout/key-value.tsx'
import { Thumbnail } from '../products/thumbnail.tsx'
import { describeSize, describeType } from '../rules/file-words.ts'
import { useUsersOf } from './file-reads.ts'
import { FileUpload } from './file-upload.tsx'

export function UploadDialog() {
  const paths = usePaths()
  const goTo = useGoTo()
  return (
    <RouteDialog title="Upload" backTo={paths.files()}>
      <FileUpload onDone={() => goTo(paths.files())} />
    </RouteDialog>
  )
}

export function FileDialog() {
  const paths = usePaths()
  const file_id = useParam('file')
  const query = useRead('/v2/files/{file_id}', { params: { path: { file_id } } })
  return (
    <RouteDialog title={query.data?.data.file_name ?? 'File'} backTo={paths.files()} size="lg">
      <Loaded query={query} what="file">
        {({ data }) => <Facts file={data} />}
      </Loaded>
    </RouteDialog>
  )
}

function Facts({ file }: { file: File }) {
  const paths = usePaths()
  const users = useUsersOf(file.id).data
  const size = file.meta.dimensions
  return (
    <Stack gap="md">
      <Thumbnail file={file} size="page" />
      <KeyValue
        items={[
          { label: 'Kind', value: describeType(file.mime_type) },
          { label: 'Size', value: describeSize(file.file_size) },
          { label: 'Dimensions', value: size && `${size.width} × ${size.height} pixels` },
          { label: 'Alternative text', value: file.alternative_text },
          {
            label: file.public ? 'Public link' : 'Link',
            value: <Copyable value={file.link.href} label="link" length={44} />,
            ...(file.public ? {} : { hint: 'The file is private: reading it requires a token.' }),
          },
          { label: 'Id', value: <Copyable value={file.id} label="file id" length={40} /> },
          { label: 'Uploaded', value: <Time at={file.meta.timestamps.created_at} /> },
          {
            label: 'Main image of',
            value:
              users &&
              (users.data.length === 0 ? 'No product' : <Users users={users.data} total={users.meta.results.total} />),
          },
        ]}
      />
      <Group justify="flex-end">
        <Button color="red" variant="outline" component={Link} {...target(paths.file(file.id, 'delete'))}>
          Delete
        </Button>
      </Group>
    </Stack>
  )
}

function Users({ users, total }: { users: readonly Product[]; total: number }) {
  const paths = usePaths()
  return (
    <>
      {users.map(({ id, attributes }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <LinkTo to={paths.product(id)}>{attributes.name}</LinkTo>
        </span>
      ))}
      {total > users.length && ` and ${total - users.length} more`}
    </>
  )
}

export function DeleteFileDialog() {
  const paths = usePaths()
  const file_id = useParam('file')
  const file = useRead('/v2/files/{file_id}', { params: { path: { file_id } } }).data?.data
  const users = useUsersOf(file_id).data
  return (
    <DeleteRoute
      operation="DeleteFile"
      what="file"
      title={`Delete the file ${file?.file_name ?? ''}?`}
      backTo={paths.file(file_id)}
      doneTo={paths.files()}
      stale={['/v2/files', '/v2/products']}
      run={(api) => api.DELETE('/v2/files/{file_id}', { params: { path: { file_id } } })}
    >
      {users === undefined || users.data.length === 0 ? (
        'It is not the main image of a product. Its link will stop working.'
      ) : (
        <>
          It is the main image of <Users users={users.data} total={users.meta.results.total} />, which will lose it. Its
          link will stop working.
        </>
      )}
    </DeleteRoute>
  )
}
