import { useRouteContext } from '@tanstack/react-router'
import type { Session } from '../../api/session.ts'
import { type Upload, uploadFile } from '../../api/upload.ts'
import { useScope } from '../scope.ts'

/** Uploads a file to the store of the page. */
export function useUpload() {
  const { session } = useRouteContext({ strict: false }) as unknown as { session: Session }
  const { id } = useScope()
  return (upload: Upload, onProgress: (sent: number) => void) => uploadFile(session, id, upload, onProgress)
}
