import type { WidgetAppearance } from '@parley/contract/entities/widget';
import { useEffect, useRef } from 'react';
import type { Talk } from '../talk.ts';
import { useWords } from '../text.ts';

/** What the widget asks before the first message. It goes with that message: there is no step of its own. */
export function Introduction({ widget, talk }: { widget: WidgetAppearance; talk: Talk }) {
  const words = useWords();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let end = () => {};
    // A part that does not load is a lost connection, as when nothing else answers.
    import('../introduction/form.ts').then((part) => {
      if (place.current) end = part.putForm(place.current, widget, talk, words);
    }, talk.partFailed);
    return () => end();
  }, [widget, talk, words]);
  return <div ref={place} className="introduction" />;
}
