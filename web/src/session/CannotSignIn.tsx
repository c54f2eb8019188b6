import { useText } from '../text.ts';
import { Button } from '../ui/Button.tsx';
import { PageNotice } from '../ui/PageNotice.tsx';

/** The address is not a secure one: the browser offers no safe sign-in there. */
export function InsecurePage() {
  const text = useText();
  return <PageNotice alone icon="lock" title={text('FRAME_INSECURE')} words={text('FRAME_INSECURE_WORDS')} />;
}

/** The browser refuses storage: a sign-in would not outlive the next click. */
export function NoStoragePage() {
  const text = useText();
  return (
    <PageNotice
      alone
      icon="lock"
      title={text('FRAME_NO_STORAGE')}
      words={text('FRAME_NO_STORAGE_WORDS')}
      action={<Button onClick={() => location.reload()}>{text('FRAME_RELOAD')}</Button>}
    />
  );
}
