import './theme/layers.css';
import type { CurrentUser } from '@parley/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { queryClient } from './api/client.ts';
import { boundUnseenAnswers } from './api/unseen-answers.ts';
import { TooOldPage } from './frame/TooOldPage.tsx';
import { lateParts } from './late-parts.ts';
import { preloadParts } from './preload.ts';
import { ConnectionProvider } from './realtime/connection.tsx';
import type { SocketEnd } from './realtime/socket.ts';
import { listenForFaults } from './report.ts';
import { administers, createAppRouter } from './router.tsx';
import { useCan } from './session/current-user.ts';
import { SessionGate } from './session/SessionGate.tsx';
import { LookProvider } from './theme/LookProvider.tsx';
import { Area } from './ui/Area.tsx';

/** Its words come with its pages. */
const WithAdministration = lateParts(() => import('./WithAdministration.tsx'), null).late('WithAdministration');

/** Answers about some fifty rooms, as many as keep their events. */
const UNSEEN_ANSWERS = 200;

/** The application: look, data, session, connection and routes, from the outside in. */
export function App() {
  return (
    <LookProvider>
      <QueryClientProvider client={queryClient}>
        <Area name="Parley">
          <SessionGate>{(user, roleChanged) => <SignedIn user={user} roleChanged={roleChanged} />}</SessionGate>
        </Area>
      </QueryClientProvider>
    </LookProvider>
  );
}

function SignedIn({ user, roleChanged }: { user: CurrentUser; roleChanged: () => void }) {
  const [router] = useState(() => (administers(user) ? null : createAppRouter(user)));
  const [tooOld, setTooOld] = useState(false);
  useEffect(preloadParts, []);
  useEffect(() => boundUnseenAnswers(queryClient.getQueryCache(), UNSEEN_ANSWERS), []);
  useEffect(listenForFaults, []);
  const ended = (end: SocketEnd) => (end === 'too-old' ? setTooOld(true) : roleChanged());
  if (tooOld) return <TooOldPage />;
  return (
    <Connected onEnd={ended}>
      {router === null ? (
        <Suspense fallback={null}>
          <WithAdministration user={user} />
        </Suspense>
      ) : (
        <RouterProvider router={router} />
      )}
    </Connected>
  );
}

/** Super admins have no websocket (communications, section 1). */
function Connected({ onEnd, children }: { onEnd: (end: SocketEnd) => void; children: ReactNode }) {
  const connects = useCan(['realtime', 'connect']);
  return connects ? <ConnectionProvider onEnd={onEnd}>{children}</ConnectionProvider> : children;
}
