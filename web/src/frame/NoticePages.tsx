import { useText } from '../text.ts';
import { LinkButton } from '../ui/LinkButton.tsx';
import { PageNotice } from '../ui/PageNotice.tsx';

function BackHome() {
  const text = useText();
  return (
    <LinkButton to={{ to: '/' }} variant="default">
      {text('FRAME_BACK_HOME')}
    </LinkButton>
  );
}

/** 400: something broke that nobody expected. */
export function UnexpectedPage() {
  const text = useText();
  return <PageNotice icon="alert" title={text('FRAME_UNEXPECTED')} words={text('FRAME_UNEXPECTED_WORDS')} action={<BackHome />} />;
}

/** 403: the role may not see this page. */
export function ForbiddenPage() {
  const text = useText();
  return <PageNotice icon="lock" title={text('FRAME_FORBIDDEN')} words={text('FRAME_FORBIDDEN_WORDS')} action={<BackHome />} />;
}

/** 404: no such page. */
export function NotFoundPage() {
  const text = useText();
  return <PageNotice icon="search" title={text('FRAME_NOT_FOUND')} words={text('FRAME_NOT_FOUND_WORDS')} action={<BackHome />} />;
}
