import { Type } from 'typebox'

const BUCKET = '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$'
const ALLOWED_BUCKET = 'a bucket name of 3 to 63 lowercase letters, digits, dots and hyphens'

/** Settings of the storage for files, and for partitions before they are dropped. */
export const storageSettings = {
  TIDINGS_FILES_FOLDER: Type.Optional(
    Type.String({
      description:
        'Folder for uploaded files, shared by all processes. With a bucket, it holds uploads only until they are in the bucket. Default: `files` in the data folder.',
    }),
  ),
  TIDINGS_FILES_LIMIT: Type.Integer({
    minimum: 1,
    default: 104_857_600,
    description: 'Maximum size of an uploaded file in bytes.',
  }),
  TIDINGS_FILES_BUCKET: Type.Optional(
    Type.String({
      pattern: BUCKET,
      allowed: ALLOWED_BUCKET,
      description:
        'Bucket of an S3-compatible object store for uploaded files. Default: they are stored in the folder.',
    }),
  ),
  TIDINGS_FILES_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description: 'URL of the object store. Default: Amazon S3 in the region.',
    }),
  ),
  TIDINGS_FILES_REGION: Type.String({ default: 'us-east-1', description: 'Region of the bucket.' }),
  TIDINGS_FILES_ACCESS_KEY_ID: Type.Optional(
    Type.String({ description: 'Access key id for the bucket. Default: the AWS credentials of the machine.' }),
  ),
  TIDINGS_FILES_SECRET_ACCESS_KEY: Type.Optional(
    Type.String({ secret: true, description: 'Secret access key for the bucket.' }),
  ),
  TIDINGS_ARCHIVE_FOLDER: Type.Optional(
    Type.String({
      description:
        'Folder that events, jobs and logs are written to before they are dropped, shared by all processes. With a bucket, it holds files only until they are in the bucket. Default: they are dropped without an archive.',
    }),
  ),
  TIDINGS_ARCHIVE_BUCKET: Type.Optional(
    Type.String({
      pattern: BUCKET,
      allowed: ALLOWED_BUCKET,
      description:
        'Bucket that they are written to instead, of the object store that `TIDINGS_FILES_ENDPOINT` and the settings with it describe. Each deployment needs a bucket of its own.',
    }),
  ),
}
