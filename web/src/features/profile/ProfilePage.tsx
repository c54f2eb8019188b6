import { setTimeZone } from '../../format.ts';
import { FormBody } from '../../forms/FormBody.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useCan, useCurrentUser, useUserChanged } from '../../session/current-user.ts';
import { signInSettings } from '../../session/sign-in-settings.ts';
import { setLanguage, useText } from '../../text.ts';
import { Area } from '../../ui/Area.tsx';
import { Sheet } from '../../ui/list/Sheet.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { NoticesSection } from './NoticesSection.tsx';
import { PersonSections } from './PersonSections.tsx';
import { fieldsOf, type PersonFields, personRules, savePerson } from './person-form.ts';
import { ElsewhereSection } from './security/ElsewhereSection.tsx';
import { EmailSection } from './security/EmailSection.tsx';
import { PasswordSection } from './security/PasswordSection.tsx';
import { SecondStepSection } from './security/SecondStepSection.tsx';
import { SessionsSection } from './security/SessionsSection.tsx';
import { WorkSection } from './WorkSection.tsx';

/** Who I am, how I work and how I sign in. The first is saved at the bottom; the rest takes effect where it stands. */
export function ProfilePage() {
  const text = useText();
  const user = useCurrentUser();
  const hears = useCan(['realtime', 'connect']);
  const userChanged = useUserChanged();
  const { accountUrl } = signInSettings();
  const form = useForm<PersonFields>({ values: fieldsOf(user), rules: personRules });
  const save = async (values: PersonFields) => {
    const saved = await savePerson(form.changed(), values);
    setTimeZone(saved.timezone);
    if (saved.locale !== user.locale) await setLanguage(saved.locale);
    form.reset(fieldsOf(saved));
    userChanged(saved);
    toastSuccess('PROFILE_SAVED');
  };
  const others = (
    <>
      <Area name={text('PROFILE_WORK')}>
        <WorkSection />
      </Area>
      {hears ? (
        <Area name={text('NOTICES_SECTION')}>
          <NoticesSection />
        </Area>
      ) : null}
      {accountUrl === null ? <OwnSignIn /> : <ElsewhereSection address={accountUrl} />}
    </>
  );
  return (
    <Sheet title={text('PROFILE_TITLE')}>
      <FormBody form={form} save={text('PROFILE_SAVE')} onSave={save} others={others}>
        <Area name={text('PROFILE_PERSON')}>
          <PersonSections form={form} />
        </Area>
      </FormBody>
    </Sheet>
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
