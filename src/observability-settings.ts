import { Type } from 'typebox'

export const observabilitySettings = {
  TIDINGS_METRICS_TOKEN: Type.Optional(
    Type.String({
      pattern: '^[!-~]{16,}$',
      allowed: 'at least 16 printable characters without blanks (`openssl rand -hex 16`)',
      secret: true,
      description: 'Bearer token for `/metrics` on the API port. Default: the API port does not serve `/metrics`.',
    }),
  ),
  TIDINGS_METRICS_PORT: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 65_535,
      description:
        'Separate port for `/health`, `/ready` and `/metrics`, without a token. Each process on a machine needs a different port. Default: no separate port.',
    }),
  ),
  TIDINGS_METRICS_HOST: Type.String({ default: '127.0.0.1', description: 'Address that the metrics port listens on.' }),
  TIDINGS_LOG_ATTEMPTS: Type.Enum(['all', 'failed', 'none'], {
    default: 'failed',
    description: 'Delivery attempts that are logged. A log line costs about a tenth of a delivery.',
  }),
  TIDINGS_SERIES_MINUTE_DAYS: Type.Integer({
    minimum: 1,
    maximum: 31,
    default: 2,
    description:
      'Days for which the series of deliveries are kept by the minute: about 300 bytes for each minute in which an integration is sent something.',
  }),
  TIDINGS_SERIES_HOUR_DAYS: Type.Integer({
    minimum: 1,
    maximum: 3650,
    default: 90,
    description: 'Days for which the series of deliveries are kept by the hour.',
  }),
  OTEL_TRACES_EXPORTER: Type.Optional(
    Type.Enum(['otlp', 'console', 'none'], {
      description: 'Exporter of traces. Default: `otlp` if an endpoint is set, `none` otherwise.',
    }),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description: 'URL of an OpenTelemetry collector (OTLP over HTTP). Traces are sent to `/v1/traces` below it.',
    }),
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description: 'Complete URL for traces; overrides `OTEL_EXPORTER_OTLP_ENDPOINT`.',
    }),
  ),
  OTEL_SERVICE_NAME: Type.Optional(Type.String({ description: 'Service name in traces. Default: `tidings`.' })),
  OTEL_SDK_DISABLED: Type.Boolean({ default: false, description: 'Disables traces, regardless of other settings.' }),
  TIDINGS_LOG_FORMAT: Type.Optional(
    Type.Enum(['text', 'json'], {
      description: 'Format of log lines. Default: `text` on a terminal, otherwise `json`.',
    }),
  ),
  TIDINGS_LOG_LEVEL: Type.Optional(
    Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      description:
        'Minimum level of log lines. Default: `info`; `tidings start` prints only warnings and errors, as sentences, unless this is set.',
    }),
  ),
}
