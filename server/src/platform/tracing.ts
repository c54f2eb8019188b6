import {
  type Attributes,
  type Context,
  context,
  type Link,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { scrubText } from './scrub.ts';

/** Work that a trace shows. Without `startTracing` every call here goes straight to the work. */
let running = false;
const tracer = () => trace.getTracer('parley');

/**
 * Sends traces by OTLP over HTTP from now on. Of this process they tell its name alone; of the work, ids and counts.
 *
 * @param url the collector's address, without `/v1/traces`
 */
export async function startTracing(url: string): Promise<{ stop(): Promise<void> }> {
  // 26 MB of libraries, for who asks for traces.
  const [{ NodeSDK }, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/sdk-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  const sdk = new NodeSDK({
    serviceName: process.env.OTEL_SERVICE_NAME || 'parley',
    autoDetectResources: false,
    traceExporter: new OTLPTraceExporter({ url: `${url.replace(/\/$/, '')}/v1/traces` }),
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [],
  });
  sdk.start();
  running = true;
  return {
    async stop() {
      running = false;
      await sdk.shutdown();
    },
  };
}

/** Where work came from, to be handed to work that gathers several. */
export type Origin = Context | undefined;

export function here(): Origin {
  return running ? context.active() : undefined;
}

/** The span of an origin as a row keeps it (W3C Trace Context, `traceparent`); null without traces. */
export function traceparentOf(origin: Origin = here()): string | null {
  if (!running || origin === undefined) return null;
  const carrier: { traceparent?: string } = {};
  propagation.inject(origin, carrier);
  return carrier.traceparent ?? null;
}

/** Work that goes on where a row says that it came from: a span of the same trace, in whichever process. */
export function tracedFrom<T>(traceparent: string | null, name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (!running) return work();
  const origin = traceparent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent });
  return tracer().startActiveSpan(name, { kind: SpanKind.CONSUMER, attributes }, origin, (span) => settled(span, work()));
}

/** Does the work as a span below the present one. It begins before this returns, as it would without a trace. */
export function traced<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (!running) return work();
  return tracer().startActiveSpan(name, { attributes }, (span) => settled(span, work()));
}

/** The same for work that does not wait. */
export function tracedNow(name: string, attributes: Attributes, work: () => void): void {
  if (!running) {
    work();
    return;
  }
  tracer().startActiveSpan(name, { attributes }, (span) => {
    work();
    span.end();
  });
}

/** Work for several at once: a span below the first one's, with a link to each. */
export function tracedTogether<T>(name: string, attributes: Attributes, origins: readonly Origin[], work: () => Promise<T>): Promise<T> {
  if (!running) return work();
  const links: Link[] = origins.flatMap((origin) => {
    const found = origin && trace.getSpanContext(origin);
    return found ? [{ context: found }] : [];
  });
  const parent = origins[0] ?? ROOT_CONTEXT;
  return tracer().startActiveSpan(name, { attributes, links }, parent, (span) => settled(span, work()));
}

/** A request's span: whoever called may have begun the trace (`traceparent`). Undefined when there are no traces. */
export function beginRequest(method: string, headers: Readonly<Record<string, unknown>>): { span: Span; within: Context } | undefined {
  if (!running) return undefined;
  const caller = propagation.extract(ROOT_CONTEXT, headers);
  const span = tracer().startSpan(method, { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } }, caller);
  return { span, within: trace.setSpan(caller, span) };
}

export function within(place: Context, work: () => void): void {
  context.with(place, work);
}

export function endRequest(span: Span, { method, route, status }: { method: string; route: string; status: number }): void {
  span.updateName(`${method} ${route}`);
  span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

async function settled<T>(span: Span, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? scrubText(error.name) : 'error' });
    throw error;
  } finally {
    span.end();
  }
}
