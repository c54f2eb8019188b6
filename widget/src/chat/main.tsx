import './fonts.css';
import './chat.css';
import './files.css';
import type { ChatPage } from '@parley/contract/entities/visitor';
import { createRoot } from 'react-dom/client';
import { meetHost } from './host.ts';
import { startTalk } from './talk.ts';
import { WordsContext, wordsOf } from './text.ts';
import { Chat } from './view/Chat.tsx';
import { Fallback } from './view/Fallback.tsx';

const data = document.getElementById('chat-page')?.textContent;
const place = document.getElementById('chat');
const { widget, colours, allowedSites, uploadLimits, sendsMail, words: texts }: ChatPage = JSON.parse(data ?? '');
const words = wordsOf(widget.language, texts);

for (const [name, colour] of Object.entries(colours)) document.documentElement.style.setProperty(name, colour);

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
