import type { Act } from '@bitacora/core/domain/activity/lifecycle';
import { useState } from 'react';
import { useSession } from '../../use-session.ts';
import { keepUnsent, unsentOf } from './unsent.ts';

/** The text of an act's dialog. It starts with the unsent draft, and each change is saved as the draft. */
export function useActText(act: Act, folio: number): [string, (text: string) => void] {
  const { user } = useSession();
  const [text, setText] = useState(() => {
    const unsent = unsentOf(user.id, folio);
    return unsent?.act === act ? unsent.text : '';
  });
  const write = (next: string) => {
    setText(next);
    keepUnsent(user.id, folio, { act, text: next });
  };
  return [text, write];
}
