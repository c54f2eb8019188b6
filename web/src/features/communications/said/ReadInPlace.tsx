import { useEffect, useRef, useState } from 'react';
import { api } from '../../../api/client.ts';
import { report } from '../../../report.ts';
import { useAttentive } from '../timeline/attention.ts';

/** What passes by while scrolling is not read yet; what stands there together is said together. */
const READ_MS = 300;
/** So many at once (contract). */
const AT_ONCE = 100;

/** Said as read by this window; of what is told anew, each by itself. */
const said = new Set<string>();
/** What is to be said, by event: since when it is told. */
const due = new Map<string, string>();
let timer: ReturnType<typeof setTimeout> | undefined;

function sayRead(): void {
  timer = undefined;
  const roomEventIds = [...due.keys()].slice(0, AT_ONCE);
  if (roomEventIds.length === 0) return;
  const now = roomEventIds.map((id) => `${id} ${due.get(id)}`);
  for (const id of roomEventIds) due.delete(id);
  for (const one of now) said.add(one);
  api.notifications.read({ body: { roomEventIds } }).catch((problem: unknown) => {
    // It is said again when it is on the screen again.
    for (const one of now) said.delete(one);
    report(problem);
  });
  if (due.size > 0) timer = setTimeout(sayRead, READ_MS);
}

/**
 * At a message of which its reader was told, since it names them or did not arrive: once they have seen it there, what told of it is read, on all their screens.
 *
 * @param toldSince differs where they are told of the same message once more
 */
export function ReadInPlace({ eventId, toldSince = '' }: { eventId: string; toldSince?: string }) {
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
    if (!isOn || !attentive || said.has(`${eventId} ${toldSince}`)) return undefined;
    due.set(eventId, toldSince);
    if (timer === undefined) timer = setTimeout(sayRead, READ_MS);
    return () => void due.delete(eventId);
  }, [isOn, attentive, eventId, toldSince]);
  return <span ref={place} />;
}
