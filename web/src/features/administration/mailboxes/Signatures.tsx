import type { Mailbox, Signature } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { orpc } from '../../../api/client.ts';
import { FormSection } from '../../../forms/FormSection.tsx';
import { useText } from '../../../text.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import { useScope } from '../scope.ts';
import styles from './Mailboxes.module.css';
import { placementNames } from './mailbox-names.ts';

/** The words of a signature without its tags. Nothing of it is drawn: what is read is a document of its own that loads and runs nothing. */
const wordsOf = ({ content, isHtml }: Signature): string => {
  if (!isHtml) return content;
  const html = content.replaceAll(/<(?:br|\/p|\/div|\/td|\/tr|\/li)\b/gi, ' $&');
  return new DOMParser().parseFromString(html, 'text/html').body.textContent.replaceAll(/\s+/g, ' ').trim();
};

/** The signatures of a mailbox; each on a page of its own. */
export function Signatures({ mailbox: { id: mailboxId } }: { mailbox: Mailbox }) {
  const text = useText();
  const { accountId, mailboxes: places } = useScope();
  const found = useQuery(orpc.signatures.list.queryOptions({ input: { params: { accountId, mailboxId } } }));
  const body = () => {
    if (found.data === undefined)
      return found.isError ? (
        <ErrorState title={text('SIGNATURES_FAILED')} problem={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <SkeletonRows rows={2} />
      );
    if (found.data.content.length === 0) return <p className={styles.words}>{text('SIGNATURES_NONE')}</p>;
    return (
      <ul className={styles.signatures}>
        {found.data.content.map((signature) => (
          <li key={signature.id}>
            <Link {...places.signature(mailboxId, signature.id)} className={styles.signature}>
              <span className={styles.beginning}>{wordsOf(signature) || text('SIGNATURES_ONE')}</span>
              <span className={styles.kind}>
                {text(signature.isHtml ? 'SIGNATURES_HTML' : 'SIGNATURES_PLAIN')} · {text(placementNames[signature.placement])}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    );
  };
  return (
    <FormSection title={text('SIGNATURES_TITLE')} why={text('SIGNATURES_WHY')}>
      {body()}
      <div>
        <LinkButton to={places.newSignature(mailboxId)} variant="default" leftSection={<Icon name="plus" />}>
          {text('SIGNATURES_NEW')}
        </LinkButton>
      </div>
    </FormSection>
  );
}
