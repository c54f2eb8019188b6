import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '../App.tsx';
import { everyText, startText } from '../text.ts';
import { MockBanner } from './MockBanner.tsx';
import { askedRole, signInMocked } from './sign-in.ts';
import { replaceTransport } from './transport.ts';
import { MockWorld } from './world.ts';

// In place of ../main.tsx where the application runs alone, on the contract's fixtures (docs/mock.md). Nothing is kept for
// use without a network: the pages that Parley itself serves at this address would be hidden by it.
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');
const role = askedRole();
replaceTransport(new MockWorld(role));
signInMocked(role);
await startText();
await everyText();
createRoot(root).render(
  <StrictMode>
    <MockBanner>
      <App />
    </MockBanner>
  </StrictMode>,
);
