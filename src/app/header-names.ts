import type { Config } from '../config.ts'
import type { HeaderNames } from '../deliveries/rules/webhook-headers.ts'

export function headerNames(config: Config): HeaderNames {
  return {
    trigger: config.TIDINGS_TRIGGER_HEADER,
    secret_key: config.TIDINGS_SECRET_KEY_HEADER,
    resource_version: config.TIDINGS_RESOURCE_VERSION_HEADER,
  }
}
