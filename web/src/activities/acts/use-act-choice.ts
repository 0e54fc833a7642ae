import { useRef, useState } from 'react';
import { useSession } from '../../app.ts';
import type { ActChoice } from './act-bar.tsx';
import { keepUnsent, unsentText } from './unsent.ts';

/** The act whose dialog is open. Closing drops what was typed in the dialog; a comment that was there before stays in its field. */
export function useActChoice(folio: number) {
  const { user } = useSession();
  const [choice, setChoice] = useState<ActChoice | null>(null);
  const before = useRef('');
  return {
    choice,
    open: (next: ActChoice) => {
      before.current = next.act === 'comment' ? unsentText(user.id, folio, 'comment') : '';
      setChoice(next);
    },
    /** Called once the act is recorded, before `close`. */
    markSent: () => {
      before.current = '';
    },
    close: () => {
      if (choice) keepUnsent(user.id, folio, { act: choice.act, text: before.current });
      setChoice(null);
    },
  };
}
