import { useRef, useState } from 'react';
import { useSession } from './app.ts';
import { type DraftKey, forgetDraft, keepFields, keptFields } from './drafts.ts';

export interface DialogDraft<Fields> {
  fields: Fields;
  change: (part: Partial<Fields>) => void;
  /** After they were sent or discarded. */
  forget: () => void;
  /** What was left here before is in the fields again. */
  isRecovered: boolean;
}

/** The fields of a dialog, kept on this device until they are sent or discarded. A form that edits has the version in its name. */
export function useDialogDraft<Fields extends object>(form: string, initial: Fields): DialogDraft<Fields> {
  const { user } = useSession();
  const [start] = useState(() => {
    const key: DraftKey = `${user.id}.${form}`;
    return { key, initial, kept: keptFields<Partial<Fields>>(key) };
  });
  const [fields, setFields] = useState<Fields>({ ...initial, ...start.kept });
  const latest = useRef(fields);
  return {
    fields,
    change(part) {
      latest.current = { ...latest.current, ...part };
      setFields(latest.current);
      if (JSON.stringify(latest.current) === JSON.stringify({ ...latest.current, ...start.initial })) forgetDraft(start.key);
      else keepFields(start.key, latest.current);
    },
    forget: () => forgetDraft(start.key),
    isRecovered: start.kept !== null,
  };
}
