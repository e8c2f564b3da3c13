import { type Upload, uploadFile } from '../../api/upload.ts'
import { useScope } from '../scope.ts'
import { useSession } from './use-session.ts'

/** Uploads a file to the store of the page. */
export function useUpload() {
  const session = useSession()
  const { id } = useScope()
  return (upload: Upload, onProgress: (sent: number) => void) => uploadFile(session, id, upload, onProgress)
}
