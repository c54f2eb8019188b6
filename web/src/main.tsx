import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { fetchForAddress } from './features/communications/public.ts';
import { keepForOffline } from './installed.ts';
import { reloadWhenReplaced } from './replaced.ts';
import { startText } from './text.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');
reloadWhenReplaced();
keepForOffline();
fetchForAddress(location.pathname);
await startText();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
