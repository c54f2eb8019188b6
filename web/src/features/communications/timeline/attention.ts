import { useEffect, useState } from 'react';

/** The page shows and its window has the focus: only then is anything seen (communications, section 4). */
export const isAttentive = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/** The same, and the component renders anew when it changes. */
export function useAttentive(): boolean {
  const [attentive, setAttentive] = useState(isAttentive);
  useEffect(() => {
    const look = () => setAttentive(isAttentive());
    window.addEventListener('focus', look);
    window.addEventListener('blur', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('focus', look);
      window.removeEventListener('blur', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return attentive;
}
