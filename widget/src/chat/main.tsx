import './fonts.css';
import './chat.css';
import './files.css';
import type { ChatPage } from '@parley/contract/entities/visitor';
import { createRoot } from 'react-dom/client';
import { readableOn, readableOnWhite } from '../colours.ts';
import { meetHost } from './host.ts';
import { startTalk } from './talk.ts';
import { WordsContext, wordsOf } from './text.ts';
import { Chat } from './view/Chat.tsx';
import { Fallback } from './view/Fallback.tsx';

const data = document.getElementById('chat-page')?.textContent;
const place = document.getElementById('chat');
const { widget, allowedSites, uploadLimits, sendsMail, words: texts }: ChatPage = JSON.parse(data ?? '');
const words = wordsOf(widget.language, texts);

document.documentElement.lang = widget.language;
document.title = words('WIDGET_FRAME_TITLE');
// A region, not a main part: the page around has its own.
place?.setAttribute('aria-label', document.title);
const { style } = document.documentElement;
style.setProperty('--w1', widget.primaryColor);
style.setProperty('--w1-on', readableOn(widget.primaryColor));
style.setProperty('--w1-text', readableOnWhite(widget.primaryColor));
style.setProperty('--w2', widget.secondaryColor);
style.setProperty('--w2-on', readableOn(widget.secondaryColor));

const host = await meetHost(allowedSites);
const talk = startTalk(widget.id, host, uploadLimits, widget.form);
if (place)
  createRoot(place).render(
    <WordsContext value={words}>
      <Fallback close={talk.close}>
        <Chat widget={widget} talk={talk} sendsMail={sendsMail} />
      </Fallback>
    </WordsContext>,
  );
