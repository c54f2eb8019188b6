import type { FastifyRequest } from 'fastify';
import { type Actor, calls } from '../accounts/index.ts';
import { problem } from '../platform/problem.ts';
import type { Notices } from './notices.ts';
import type { OwnSelf } from './own-sign-in.ts';
import type { Passkeys } from './passkeys.ts';
import { asPerson, readerOf } from './people.ts';
import { recordOwnDeed } from './person-deeds.ts';
import type { SecondFactorStore } from './second-factors.ts';

export interface OwnSecondFactorsDeps extends OwnSelf {
  factors: SecondFactorStore;
  passkeys: Passkeys;
  notices: Pick<Notices, 'possible'>;
}

const fromOf = ({ ip, id }: FastifyRequest) => ({ address: ip, requestId: id });

/** What signed-in people do about the second step of their sign-in. To begin or to remove one takes the password. */
export function ownSecondFactorCalls(deps: OwnSecondFactorsDeps) {
  const { db, self, proved, factors, passkeys, notices } = deps;
  const plain = async (actor: Actor) => {
    const { id, accountId, email, firstName, lastName } = await self(actor);
    return { id, accountId, email, name: `${firstName} ${lastName}`.trim() };
  };

  return {
    secondFactors: calls.ownSignIn.secondFactors.handler(async ({ context }) => {
      const person = await self(context.actor);
      const set = await factors.describe(readerOf(db, person), person.id);
      return { ...set, passkeyHost: passkeys.host, mailConfigured: notices.possible };
    }),
    beginTotp: calls.ownSignIn.beginTotp.handler(async ({ context, input: { body } }) => {
      const person = await proved(context, body.password);
      return asPerson(db, person, (tx) => factors.beginTotp(tx, person));
    }),
    confirmTotp: calls.ownSignIn.confirmTotp.handler(async ({ context, input: { body } }) => {
      const person = await self(context.actor);
      return asPerson(db, person, async (tx) => {
        await factors.confirmTotp(tx, person.id, body.code.replace(/\s/g, ''));
        await recordOwnDeed(tx, person, fromOf(context.request), 'SECOND_FACTOR_ADDED', { after: { factor: 'app' } });
        return { recoveryCodes: await factors.codesForNewFactor(tx, person) };
      });
    }),
    removeTotp: calls.ownSignIn.removeTotp.handler(async ({ context, input: { body } }) => {
      const person = await proved(context, body.password);
      await asPerson(db, person, async (tx) => {
        await factors.removeTotp(tx, person.id);
        await factors.forgetCodesWithoutFactor(tx, person.id);
        await recordOwnDeed(tx, person, fromOf(context.request), 'SECOND_FACTORS_REMOVED', { before: { factor: 'app' } });
      });
      return {};
    }),
    newRecoveryCodes: calls.ownSignIn.newRecoveryCodes.handler(async ({ context, input: { body } }) => {
      const person = await proved(context, body.password);
      return asPerson(db, person, async (tx) => {
        const { hasTotp, passkeyIds } = await factors.inPlace(tx, person.id);
        if (!hasTotp && passkeyIds.length === 0) throw problem('SECOND_FACTOR_MISSING');
        return { recoveryCodes: await factors.newRecoveryCodes(tx, person) };
      });
    }),
    beginPasskey: calls.ownSignIn.beginPasskey.handler(async ({ context, input: { body } }) => {
      await proved(context, body.password);
      const person = await plain(context.actor);
      const { options, state } = await passkeys.begin(readerOf(db, person), person);
      return { options: { ...options }, state };
    }),
    addPasskey: calls.ownSignIn.addPasskey.handler(async ({ context, input: { body } }) => {
      const person = await self(context.actor);
      return asPerson(db, person, async (tx) => {
        const passkey = await passkeys.add(tx, person, body);
        await recordOwnDeed(tx, person, fromOf(context.request), 'SECOND_FACTOR_ADDED', { after: { factor: 'passkey' } });
        return { passkey, recoveryCodes: await factors.codesForNewFactor(tx, person) };
      });
    }),
    removePasskey: calls.ownSignIn.removePasskey.handler(async ({ context, input: { params, body } }) => {
      const person = await proved(context, body.password);
      await asPerson(db, person, async (tx) => {
        await passkeys.remove(tx, person.id, params.passkeyId);
        await factors.forgetCodesWithoutFactor(tx, person.id);
        await recordOwnDeed(tx, person, fromOf(context.request), 'SECOND_FACTORS_REMOVED', { before: { factor: 'passkey' } });
      });
      return {};
    }),
  };
}
