import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { setTimeZone } from '../../format.ts';
import { UnsavedGuard } from '../../forms/UnsavedGuard.tsx';
import { useCan, useCurrentUser, useUserChanged } from '../../session/current-user.ts';
import { signInSettings } from '../../session/sign-in-settings.ts';
import { setLanguage, useText } from '../../text.ts';
import { Area } from '../../ui/Area.tsx';
import { toastProblem, toastSuccess } from '../../ui/toast.ts';
import { FormPage } from './forms/FormPage.tsx';
import { SaveBar } from './forms/SaveBar.tsx';
import { NoticesSection } from './NoticesSection.tsx';
import { PersonSections } from './PersonSections.tsx';
import { changedFields, faultOf, fieldsOf, type PersonFields, savePerson } from './person-form.ts';
import { ElsewhereSection } from './security/ElsewhereSection.tsx';
import { EmailSection } from './security/EmailSection.tsx';
import { PasswordSection } from './security/PasswordSection.tsx';
import { SecondStepSection } from './security/SecondStepSection.tsx';
import { SessionsSection } from './security/SessionsSection.tsx';
import { WorkSection } from './WorkSection.tsx';

const FORM = 'profile';

/** Who I am, how I work and how I sign in. The first is saved at the bottom; the rest takes effect where it stands. */
export function ProfilePage() {
  const text = useText();
  const user = useCurrentUser();
  const hears = useCan(['realtime', 'connect']);
  const userChanged = useUserChanged();
  const { accountUrl } = signInSettings();
  const stored = fieldsOf(user);
  const [typed, setTyped] = useState<PersonFields>(stored);
  const [isJudged, setJudged] = useState(false);
  const isDirty = changedFields(stored, typed).length > 0;
  const save = useMutation({
    mutationFn: () => savePerson(stored, typed),
    onError: toastProblem,
    onSuccess: async (saved) => {
      setTimeZone(saved.timezone);
      if (saved.locale !== stored.locale) await setLanguage(saved.locale);
      setTyped(fieldsOf(saved));
      setJudged(false);
      userChanged(saved);
      toastSuccess('PROFILE_SAVED');
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setJudged(true);
    const faulty = (['firstName', 'lastName', 'jobTitle'] as const).find((field) => faultOf(field, typed[field]) !== null);
    if (faulty === undefined) save.mutate();
    else event.currentTarget.querySelector<HTMLInputElement>(`[name=${faulty}]`)?.focus();
  };
  const discard = () => {
    setTyped(stored);
    setJudged(false);
  };
  return (
    <FormPage title={text('PROFILE_TITLE')} bar={isDirty ? <SaveBar form={FORM} isSaving={save.isPending} onDiscard={discard} /> : null}>
      <UnsavedGuard isDirty={() => isDirty} />
      <form id={FORM} noValidate onSubmit={submit}>
        <Area name={text('PROFILE_PERSON')}>
          <PersonSections typed={typed} isJudged={isJudged} onType={(change) => setTyped((now) => ({ ...now, ...change }))} />
        </Area>
      </form>
      <Area name={text('PROFILE_WORK')}>
        <WorkSection />
      </Area>
      {hears ? (
        <Area name={text('NOTICES_SECTION')}>
          <NoticesSection />
        </Area>
      ) : null}
      {accountUrl === null ? <OwnSignIn /> : <ElsewhereSection address={accountUrl} />}
    </FormPage>
  );
}

/** How I sign in at Parley’s own provider. */
function OwnSignIn() {
  const text = useText();
  return (
    <>
      <Area name={text('PROFILE_PASSWORD')}>
        <PasswordSection />
      </Area>
      <Area name={text('PROFILE_EMAIL')}>
        <EmailSection />
      </Area>
      <Area name={text('PROFILE_SECOND')}>
        <SecondStepSection />
      </Area>
      <Area name={text('PROFILE_SESSIONS')}>
        <SessionsSection />
      </Area>
    </>
  );
}
