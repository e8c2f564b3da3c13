import { DiagLogLevel, diag, type Tracer, trace } from '@opentelemetry/api'

/** Settings of the exporter. The SDK itself reads the other OTEL_ variables (headers, sampling, batches, resource). */
export type TracingSettings = {
  OTEL_SDK_DISABLED: boolean
  OTEL_TRACES_EXPORTER?: 'otlp' | 'console' | 'none'
  OTEL_EXPORTER_OTLP_ENDPOINT?: string
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string
  OTEL_SERVICE_NAME?: string
}

/** A tracer, and `close` to send the last spans. */
export type Spans = { tracer: Tracer; close(): Promise<void> }

/** An unavailable collector must not delay the exit of a process. */
const GOODBYE_MS = 3_000

/**
 * Starts the OpenTelemetry SDK if the settings enable it. Otherwise spans go to an SDK that the process was started
 * with, usually none. Throws if the settings require the SDK and it is not installed.
 */
export async function openSpans(
  settings: TracingSettings,
  version: string,
  onError: (message: string) => void,
): Promise<Spans> {
  const exporter = exporterOf(settings)
  if (exporter === 'none') return { tracer: trace.getTracer('tidings', version), close: async () => {} }
  diag.setLogger({ ...SILENT, error: onError }, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true })
  const provider = await startProvider(exporter, settings, version)
  return {
    tracer: provider.getTracer('tidings', version),
    async close() {
      const goodbye = Promise.withResolvers<void>()
      const timer = setTimeout(goodbye.resolve, GOODBYE_MS)
      await Promise.race([provider.shutdown().catch(() => {}), goodbye.promise])
      clearTimeout(timer)
    },
  }
}

function exporterOf(settings: TracingSettings): 'otlp' | 'console' | 'none' {
  if (settings.OTEL_SDK_DISABLED) return 'none'
  const hasEndpoint =
    (settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? settings.OTEL_EXPORTER_OTLP_ENDPOINT) !== undefined
  return settings.OTEL_TRACES_EXPORTER ?? (hasEndpoint ? 'otlp' : 'none')
}

async function startProvider(exporter: 'otlp' | 'console', settings: TracingSettings, version: string) {
  const { sdk, otlp, resources } = await load()
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = resources
  const url = addressOf(settings)
  const own = { 'service.name': settings.OTEL_SERVICE_NAME ?? 'tidings', 'service.version': version }
  return new sdk.BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes(own))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [
      new sdk.BatchSpanProcessor(
        exporter === 'console'
          ? new sdk.ConsoleSpanExporter()
          : new otlp.OTLPTraceExporter(url === null ? {} : { url }),
      ),
    ],
  })
}

async function load() {
  try {
    const [sdk, otlp, resources] = await Promise.all([
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/exporter-trace-otlp-proto'),
      import('@opentelemetry/resources'),
    ])
    return { sdk, otlp, resources }
  } catch (cause) {
    const problem = 'OTEL_TRACES_EXPORTER or an OTLP endpoint is set, but the OpenTelemetry SDK is not installed'
    throw new Error(`${problem}: install without --omit=optional, or set OTEL_SDK_DISABLED=true.`, { cause })
  }
}

function addressOf(settings: TracingSettings): string | null {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own, OTEL_EXPORTER_OTLP_ENDPOINT: base } = settings
  return own ?? (base === undefined ? null : `${base.replace(/\/+$/, '')}/v1/traces`)
}

const SILENT = { error() {}, warn() {}, info() {}, debug() {}, verbose() {} }
