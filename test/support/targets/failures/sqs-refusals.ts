import { type SqsAnswer, scriptedSqs, takeAll, taken } from '../../servers/scripted-sqs.ts'
import { startSqs } from '../../servers/sqs.ts'
import { queueAt } from './addresses.ts'
import type { Failure, Keep } from './failure.ts'
import { TOO_LATE_MS } from './servers.ts'

const common = { kind: 'cloud_sqs', next: 'retried', overload: false } as const

const ACCOUNT = '111122223333'
const USER = `User: arn:aws:iam::${ACCOUNT}:user/shop is not authorized to perform:`

function service(answer: SqsAnswer, more: object = {}) {
  return { provoke: async (keep: Keep) => queueAt(keep(await scriptedSqs(answer)), more) }
}

/** Errors in the JSON protocol of Amazon SQS; clients of the query protocol read the code in the header. */
function amazon(status: number, type: string, message: string, query_code = type): SqsAnswer {
  return (response) => {
    const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-query-error': `${query_code};Sender` }
    response.writeHead(status, headers).end(JSON.stringify({ __type: `com.amazonaws.sqs#${type}`, message }))
  }
}

/** Same for the errors common to all Amazon services. */
function common_error(status: number, type: string, message: string): SqsAnswer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' })
    response.end(JSON.stringify({ __type: `com.amazon.coral.service#${type}`, message }))
  }
}

function entries(Code: string, Message: string): SqsAnswer {
  return (response, { body }) => {
    const Failed = body.Entries.map(({ Id }) => ({ Id, Code, Message, SenderFault: true }))
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify({ Failed }))
  }
}

/** Rejections by Amazon SQS and compatible services. */
export const sqsRefusals: readonly Failure[] = [
  {
    ...common,
    id: 'sqs-missing',
    cause: 'There is no queue of this name in the account and the region.',
    message:
      'The queue service at {endpoint} has no such queue: check the url and the region (QueueDoesNotExist): The ' +
      'specified queue does not exist.',
    remedy: 'Correct `url`, or create the queue.',
    ...service(
      amazon(
        400,
        'QueueDoesNotExist',
        'The specified queue does not exist.',
        'AWS.SimpleQueueService.NonExistentQueue',
      ),
    ),
  },
  {
    ...common,
    id: 'sqs-missing-elsewhere',
    cause: 'The same of a service that stands in for Amazon SQS.',
    message:
      'The queue service at {endpoint} has no such queue: check the url and the region (QueueDoesNotExist): {words}',
    remedy: 'Correct `url`, or create the queue.',
    provoke: async (keep) => {
      const at = queueAt(keep(await startSqs()))
      return { ...at, values: { ...at.values, words: 'The specified queue does not exist.' } }
    },
  },
  {
    ...common,
    id: 'sqs-no-queue-address',
    cause: 'The path of the address is not that of a queue: `/account/name`.',
    message:
      'The queue service at {endpoint} has no queue at this address: check the path of the url (InvalidAddress): The ' +
      'address http://{endpoint} is not valid for this endpoint.',
    remedy: 'Copy the address of the queue from the console or the command line of the service.',
    ...service((response, { headers, body }) =>
      amazon(
        404,
        'InvalidAddress',
        `The address ${body.QueueUrl} is not valid for this endpoint.`,
      )(response, { headers, body }),
    ),
  },
  {
    ...common,
    id: 'sqs-region',
    cause: 'The region of the integration is not that of the queue.',
    message:
      'The queue service at {endpoint} does not accept the region of the integration: it must be that of the queue ' +
      "(InvalidSignatureException): Credential should be scoped to a valid region, not 'eu-west-1'.",
    remedy: 'Set `region` to the region in the address of the queue.',
    ...service(
      common_error(403, 'InvalidSignatureException', "Credential should be scoped to a valid region, not 'eu-west-1'."),
    ),
  },
  {
    ...common,
    id: 'sqs-keys',
    cause: 'The access key does not exist.',
    message:
      'The queue service at {endpoint} does not accept the credentials of the integration: check the keys ' +
      '(UnrecognizedClientException): The security token included in the request is invalid.',
    remedy: 'Set `access_key_id` and `secret_access_key` to those of a key that exists and is active.',
    ...service(
      common_error(403, 'UnrecognizedClientException', 'The security token included in the request is invalid.'),
    ),
  },
  {
    ...common,
    id: 'sqs-secret',
    cause: 'The secret access key is not that of the access key.',
    message:
      'The queue service at {endpoint} does not accept the signature: check the secret access key ' +
      '(InvalidSignatureException): The request signature we calculated does not match the signature you provided.',
    remedy: 'Set `secret_access_key` again; a blank at its end is a common mistake.',
    ...service(
      common_error(
        403,
        'InvalidSignatureException',
        'The request signature we calculated does not match the signature you provided.',
      ),
    ),
  },
  {
    ...common,
    id: 'sqs-expired',
    cause: 'The session token has expired.',
    message:
      'The queue service at {endpoint} does not accept the credentials of the integration, which have expired: renew ' +
      'them (ExpiredTokenException): The security token included in the request is expired',
    remedy: 'Update the three keys, or use a key that does not expire.',
    ...service(common_error(403, 'ExpiredTokenException', 'The security token included in the request is expired')),
  },
  {
    ...common,
    id: 'sqs-clock',
    cause: 'The clock of the machine that delivers is wrong by more than 15 minutes.',
    message:
      'The queue service at {endpoint} disagrees with this machine about the time: an operator should synchronize its clock ' +
      '(InvalidSignatureException): Signature expired: 20260301T100000Z is now earlier than 20260301T114500Z ' +
      '(20260301T120000Z - 15 min.)',
    remedy: 'An operator synchronizes the clock, for example by NTP.',
    ...service(
      common_error(
        403,
        'InvalidSignatureException',
        'Signature expired: 20260301T100000Z is now earlier than 20260301T114500Z (20260301T120000Z - 15 min.)',
      ),
    ),
  },
  {
    ...common,
    id: 'sqs-forbidden',
    cause: 'The policy of the user does not allow to send to this queue.',
    message:
      'The queue service at {endpoint} does not permit the credentials to send to this queue: they need sqs:SendMessage ' +
      `(AccessDeniedException): ${USER} sqs:sendmessage on resource: arn:aws:sqs:eu-west-1:${ACCOUNT}:orders because no ` +
      'identity-based policy allows the sqs:sendmessage action',
    remedy: 'Add the permission in [Amazon SQS](guides/queues.md#amazon-sqs) to the user or to the queue.',
    ...service(
      common_error(
        403,
        'AccessDeniedException',
        `${USER} sqs:sendmessage on resource: arn:aws:sqs:eu-west-1:${ACCOUNT}:orders because no identity-based policy ` +
          'allows the sqs:sendmessage action',
      ),
    ),
  },
  {
    ...common,
    id: 'sqs-kms-forbidden',
    cause: 'The queue is encrypted, and the user may not use its key.',
    message:
      'The queue service at {endpoint} does not permit the credentials to use the KMS key that encrypts this queue: they ' +
      `need kms:GenerateDataKey and kms:Decrypt (KmsAccessDenied): ${USER} kms:GenerateDataKey on resource: ` +
      `arn:aws:kms:eu-west-1:${ACCOUNT}:key/orders`,
    remedy: 'Add the two permissions on the key.',
    ...service(
      amazon(
        400,
        'KmsAccessDenied',
        `${USER} kms:GenerateDataKey on resource: arn:aws:kms:eu-west-1:${ACCOUNT}:key/orders`,
        'KMS.AccessDeniedException',
      ),
    ),
  },
  {
    ...common,
    id: 'sqs-kms-disabled',
    cause: 'The queue is encrypted with a key that is disabled.',
    message:
      'The queue service at {endpoint} cannot use the KMS key that encrypts this queue: check that the key is enabled ' +
      `(KmsDisabled): arn:aws:kms:eu-west-1:${ACCOUNT}:key/orders is disabled.`,
    remedy: 'Enable the key, or encrypt the queue with another.',
    ...service(
      amazon(400, 'KmsDisabled', `arn:aws:kms:eu-west-1:${ACCOUNT}:key/orders is disabled.`, 'KMS.DisabledException'),
    ),
  },
  {
    ...common,
    id: 'sqs-throttled',
    cause: 'The service throttles requests for more than half of the time of an attempt.',
    message: 'The queue service at {endpoint} throttles requests (RequestThrottled): Rate exceeded',
    remedy: 'Nothing: fewer messages are sent concurrently until requests succeed again. Raise the quota if it lasts.',
    overload: true,
    provoke: async (keep) => ({
      ...queueAt(keep(await scriptedSqs(amazon(400, 'RequestThrottled', 'Rate exceeded')))),
      options: { timeout_ms: TOO_LATE_MS },
    }),
  },
  {
    ...common,
    id: 'sqs-unavailable',
    cause: 'The service fails.',
    message: 'The queue service at {endpoint} is failing at the moment (ServiceUnavailable): Service is unavailable.',
    remedy: "Nothing, unless it lasts: see the service's own status page.",
    overload: true,
    ...service(common_error(503, 'ServiceUnavailable', 'Service is unavailable.')),
  },
  {
    ...common,
    id: 'sqs-queue-limit',
    cause: 'The queue takes only messages that are shorter than this one.',
    message:
      'The queue service at {endpoint} does not accept a message of this length: raise the MaximumMessageSize of the queue ' +
      '(InvalidParameterValue): One or more parameters are invalid. Reason: Message must be shorter than 1024 bytes.',
    remedy: 'Raise the attribute `MaximumMessageSize` of the queue, to 262144 for every message of Tidings.',
    ...service(
      entries(
        'InvalidParameterValue',
        'One or more parameters are invalid. Reason: Message must be shorter than 1024 bytes.',
      ),
    ),
  },
  {
    ...common,
    id: 'sqs-too-large',
    cause: 'Type and id of the resource alone are longer than 256 KiB.',
    message: 'The message is larger than 256 KiB even without its related resources',
    remedy: 'Nothing: no queue can take it. Read the resource over the API.',
    next: 'final',
    provoke: async (keep) => ({
      ...queueAt(keep(await scriptedSqs(takeAll))),
      event: { payload: JSON.stringify({ data: { type: 'order', id: 'x'.repeat(300_000) } }) },
    }),
  },
  {
    ...common,
    id: 'sqs-characters',
    cause: 'The message has characters that the service does not take.',
    message:
      'The queue service at {endpoint} refused the message (InvalidMessageContents): Invalid characters found. Valid ' +
      'unicode characters are #x9 | #xA | #xD | #x20 to #xD7FF | #xE000 to #xFFFD | #x10000 to #x10FFFF',
    remedy: 'Remove the characters from the resource, then retry the job.',
    ...service(
      entries(
        'InvalidMessageContents',
        'Invalid characters found. Valid unicode characters are #x9 | #xA | #xD | #x20 to #xD7FF | #xE000 to #xFFFD | ' +
          '#x10000 to #x10FFFF',
      ),
    ),
  },
  {
    ...common,
    id: 'sqs-fifo-group',
    cause: 'The queue is a FIFO queue, and its address, that of a proxy or alias, does not end in `.fifo`.',
    message:
      'The queue service at {endpoint} requires the parameters of a FIFO queue: the url must end in .fifo (MissingParameter): The ' +
      'request must contain the parameter MessageGroupId.',
    remedy: 'Use an address that ends in `.fifo`.',
    ...service(common_error(400, 'MissingParameter', 'The request must contain the parameter MessageGroupId.')),
  },
  {
    ...common,
    id: 'sqs-fifo-deduplication',
    cause: 'The same, found by its deduplication.',
    message:
      'The queue service at {endpoint} requires the parameters of a FIFO queue: the url must end in .fifo (InvalidParameterValue): ' +
      'The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly',
    remedy: 'Use an address that ends in `.fifo`.',
    ...service(
      common_error(
        400,
        'InvalidParameterValue',
        'The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly',
      ),
    ),
  },
  {
    ...common,
    id: 'sqs-batch-partly',
    cause: 'Of a batch some messages are refused, because of the service; the others are accepted.',
    message: 'The queue service at {endpoint} refused the message (InternalError): We encountered an internal error.',
    remedy: 'Nothing: the refused ones are retried alone.',
    overload: true,
    provoke: async (keep) => {
      const sqs = await scriptedSqs((response, { body }) => {
        const [first, ...others] = body.Entries
        const Failed = [
          { Id: first?.Id, Code: 'InternalError', Message: 'We encountered an internal error.', SenderFault: false },
        ]
        const answer = { Successful: others.map(taken), Failed }
        response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(answer))
      })
      return { ...queueAt(keep(sqs)), beside: 3 }
    },
  },
  {
    ...common,
    id: 'sqs-no-role',
    cause: 'The integration has no keys, and the machine no role.',
    message:
      'The integration has no keys, and this machine has no role either (CredentialsProviderError): Could not load ' +
      'credentials from any providers',
    remedy: 'Set the keys of the integration, or have an operator give the machine a role.',
    provoke: async (keep) => ({
      ...queueAt(keep(await scriptedSqs()), { access_key_id: undefined }),
      options: { machine_role: true },
    }),
  },
  {
    ...common,
    id: 'sqs-role-not-permitted',
    cause: 'The integration has no keys, and the operator does not permit to use the role of the machine.',
    message:
      'The integration has no keys, and this deployment does not use its own role for queues: set the keys, or have an ' +
      'operator set TIDINGS_SQS_MACHINE_ROLE',
    remedy: 'Set the keys of the integration.',
    ...service(takeAll, { access_key_id: undefined }),
  },
]
