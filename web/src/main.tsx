import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { startText } from './text.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');
await startText();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
