-- The W3C trace context in which the event was accepted, so that its attempts continue the trace; null for most.
alter table events add column traceparent text;
