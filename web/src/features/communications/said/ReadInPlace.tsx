import { useEffect, useRef, useState } from 'react';
import { api } from '../../../api/client.ts';
import { report } from '../../../report.ts';
import { useAttentive } from '../timeline/attention.ts';

/** What passes by while scrolling is not read yet; what stands there together is said together. */
const READ_MS = 300;
/** So many at once (contract). */
const AT_ONCE = 100;

/** Said as read by this window. */
const said = new Set<string>();
const due = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

function sayRead(): void {
  timer = undefined;
  const roomEventIds = [...due].slice(0, AT_ONCE);
  if (roomEventIds.length === 0) return;
  for (const id of roomEventIds) {
    due.delete(id);
    said.add(id);
  }
  api.notifications.read({ body: { roomEventIds } }).catch((problem: unknown) => {
    // It is said again when it is on the screen again.
    for (const id of roomEventIds) said.delete(id);
    report(problem);
  });
  if (due.size > 0) timer = setTimeout(sayRead, READ_MS);
}

/** At the end of a message that names the reader: once somebody has seen it there, what told of it is read, on all their screens. */
export function ReadInPlace({ eventId }: { eventId: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const attentive = useAttentive();
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => setOn(entry?.isIntersecting === true));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!isOn || !attentive || said.has(eventId)) return undefined;
    due.add(eventId);
    if (timer === undefined) timer = setTimeout(sayRead, READ_MS);
    return () => void due.delete(eventId);
  }, [isOn, attentive, eventId]);
  return <span ref={place} />;
}
