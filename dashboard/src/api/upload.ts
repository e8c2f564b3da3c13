import type { File as StoredFile } from '../generated/schema.ts'
import { API_BASE } from './base.ts'
import { Problem, unreachable } from './problem.ts'
import type { Session } from './session.ts'

export type Upload = { file: File; public: boolean; alternative_text: string }

/** Uploads with XMLHttpRequest because `fetch` does not report progress. Throws a Problem. */
export async function uploadFile(
  session: Session,
  store_id: string,
  { file, alternative_text, ...upload }: Upload,
  onProgress: (sent: number) => void,
): Promise<StoredFile> {
  const token = await session.token()
  const form = new FormData()
  // Fields come first because the server reads the file last.
  form.append('public', String(upload.public))
  if (alternative_text !== '') form.append('alternative_text', alternative_text)
  form.append('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${API_BASE}/v2/files`)
    request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.setRequestHeader('X-Store-Id', store_id)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded }) => onProgress(Math.min(loaded, file.size))
    request.onerror = () => reject(unreachable())
    request.onload = () => {
      if (request.status === 201) resolve((request.response as { data: StoredFile }).data)
      else reject(problemIn(request))
    }
    request.send(form)
  })
}

function problemIn(request: XMLHttpRequest): Problem {
  const body = request.response as { errors?: Problem['details'] } | null
  return new Problem({
    status: request.status,
    details: body?.errors ?? [],
    request_id: request.getResponseHeader('x-request-id'),
    retry_after: null,
  })
}
