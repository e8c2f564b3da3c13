import { checkArtemis } from './artemis.ts'
import { elasticmq, moto } from './servers/sqs-servers.ts'
import { checkSqs } from './sqs.ts'
import type { Target } from './target.ts'

export const TARGETS: readonly Target[] = [
  { name: elasticmq.name, check: (stage, events) => checkSqs(stage, elasticmq, events) },
  { name: moto.name, check: (stage, events) => checkSqs(stage, moto, events) },
  { name: 'artemis', check: checkArtemis },
]
