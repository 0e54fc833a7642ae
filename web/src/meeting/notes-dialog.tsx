import { NOTES_MAX } from '@bitacora/core/contract/reports/stand-up-endpoints';
import { useLayoutEffect, useState } from 'react';
import { useSession } from '../app/app.ts';
import { type DraftKey, keepFields, keptFields } from '../app/drafts.ts';
import { standUp as texts } from '../messages/stand-up-texts.ts';
import { Dialog, focusFirst } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { TextArea } from '../ui/text-area.tsx';

/** The notes of a meeting, which this device keeps until they are old. */
export function useNotes(since: number): [notes: string, write: (notes: string) => void] {
  const key: DraftKey = `${useSession().user.id}.stand-up.${since}`;
  const [notes, setNotes] = useState('');
  // Read after the first render, because the server draws the page without them, and before anything is seen.
  useLayoutEffect(() => setNotes(keptFields<string>(key) ?? ''), [key]);
  const write = (next: string) => {
    setNotes(next);
    keepFields(key, next);
  };
  return [notes, write];
}

interface NotesDialogProps {
  notes: string;
  onChange: (notes: string) => void;
  onClose: () => void;
}

export const NotesDialog = ({ notes, onChange, onClose }: NotesDialogProps) => (
  <Dialog title={texts.notes} size="wide" isKept onClose={onClose}>
    <Field label={texts.notes} hint={texts.notesHint}>
      {(tie) => (
        <TextArea {...tie} {...focusFirst} rows={8} maxLength={NOTES_MAX} value={notes} onChange={({ target }) => onChange(target.value)} />
      )}
    </Field>
  </Dialog>
);
