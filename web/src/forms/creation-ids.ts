import { useState } from 'react';

/**
 * Ids by which something is asked to be made: of the same content the same one, so that what is asked for again, since no answer came, is made once; of
 * another content another one.
 */
export function creationIds(): (content: object) => string {
  let last: { content: string; id: string } | null = null;
  return (content) => {
    const now = JSON.stringify(content);
    if (last?.content !== now) last = { content: now, id: crypto.randomUUID() };
    return last.id;
  };
}

/** The same for as long as the page stands. */
export function useCreationId(): (content: object) => string {
  const [idOf] = useState(creationIds);
  return idOf;
}
