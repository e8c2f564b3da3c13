import {
  type Attributes,
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { Reply, Verdict } from '../deliveries/attempt.ts'
import type { AttemptSpan, DeliveryTelemetry } from '../deliveries/telemetry.ts'
import type { LeasedJob } from '../events/jobs.ts'
import type { AcceptSpan, EventTelemetry, Origin } from '../events/telemetry.ts'
import type { EnabledIntegration } from '../integrations/integration.ts'
import { AppError } from '../kernel/errors.ts'
import { traceIdOf } from '../kernel/traceparent.ts'

/** Traces an event from its acceptance to each of its attempts. */
export type Tracing = Pick<EventTelemetry, 'accepting'> & Pick<DeliveryTelemetry, 'attempting'>

/** Traces nothing, at no cost, if there is no SDK; trace contexts of producers are forwarded unchanged. */
export function makeTracing(tracer: Tracer): Tracing {
  if (!isBacked(tracer)) return { accepting: () => null, attempting: () => null }
  return {
    accepting: (origin, events, parent) => startAccepting(tracer, origin, events, parent),
    attempting: (job, integration) => startAttempting(tracer, job, integration),
  }
}

function isBacked(tracer: Tracer): boolean {
  return isSpanContextValid(tracer.startSpan('probe', {}, ROOT_CONTEXT).spanContext())
}

const NAMES: Readonly<Record<Origin, string>> = { outside: 'publish', store: 'record', test: 'test' }

function startAccepting(tracer: Tracer, origin: Origin, events: number, parent: string | null): AcceptSpan {
  const attributes = {
    'messaging.system': 'tidings',
    'messaging.operation.name': NAMES[origin],
    'messaging.batch.message_count': events,
  }
  const span = tracer.startSpan(NAMES[origin], { kind: SpanKind.PRODUCER, attributes }, contextOf(parent))
  return {
    traceparent: traceparentOf(span),
    end(error) {
      // The message of a driver's error may contain values to be stored.
      if (error !== null) fail(span, error instanceof AppError ? error.code : 'internal')
      span.end()
    },
  }
}

function startAttempting(tracer: Tracer, job: LeasedJob, integration: EnabledIntegration): AttemptSpan {
  const { event } = job
  const attributes = {
    'messaging.system': 'tidings',
    'messaging.operation.name': 'attempt',
    'messaging.message.id': event.id,
    'messaging.destination.name': job.integration_id,
    'tidings.job_id': job.id,
    'tidings.triggered_by': job.triggered_by,
    'tidings.attempt': job.attempt,
    'tidings.kind': integration.integration_type,
    ...serverOf(integration.endpoint),
  }
  const span = tracer.startSpan('attempt', { kind: SpanKind.CLIENT, attributes }, contextOf(event.traceparent))
  return {
    traceparent: traceparentOf(span),
    end(reply, verdict) {
      endAttempt(span, reply, verdict)
    },
  }
}

function serverOf(endpoint: string | null): Attributes {
  const [, host, port] = /^(.*):(\d+)$/.exec(endpoint ?? '') ?? []
  return host === undefined ? {} : { 'server.address': host, 'server.port': Number(port) }
}

function endAttempt(span: Span, reply: Reply, verdict: Verdict): void {
  const status_code = reply.kind === 'no_response' ? null : reply.status_code
  if (status_code !== null) span.setAttribute('http.response.status_code', status_code)
  if (!verdict.succeeded) fail(span, errorTypeOf(reply), verdict.detail)
  span.end()
}

function errorTypeOf(reply: Reply): string {
  return reply.kind === 'no_response' ? reply.reason : String(reply.status_code ?? reply.kind)
}

function fail(span: Span, type: string, message = ''): void {
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR, message })
}

function contextOf(traceparent: string | null): Context {
  if (traceparent === null) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId: traceIdOf(traceparent),
    spanId: traceparent.slice(36, 52),
    traceFlags: Number.parseInt(traceparent.slice(53), 16),
    isRemote: true,
  })
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}
