import { frame } from '@bitacora/core/messages/layout';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useApp } from '../app.ts';
import { savedViewTexts } from '../messages/saved-views.ts';
import { focusFirst } from '../ui/dialog.tsx';
import { Field, TextInput } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useAttempt } from '../ui/use-attempt.ts';
import { savedQueryOf, type ViewScreen } from './saved-view.ts';

const NAME_MAX = 60;

/** Saves the current query under a name. */
export default function SaveViewDialog({ screen, onClose }: { screen: ViewScreen; onClose: () => void }) {
  const { client, notices } = useApp();
  const { search } = useLocation();
  const attempt = useAttempt();
  const [name, setName] = useState('');
  const save = async () => {
    const isSaved = await attempt.run(() => client.saveView({ screen, name, query: savedQueryOf(search) }));
    if (!isSaved) return false;
    notices.show({ title: savedViewTexts.saved, detail: name.trim() });
    onClose();
    return true;
  };
  return (
    <FormDialog
      title={savedViewTexts.saveTitle}
      closeLabel={frame.close}
      cancelLabel={frame.cancel}
      submitLabel={savedViewTexts.save}
      failed={savedViewTexts.saveFailed}
      fields={['name']}
      attempt={attempt}
      onSubmit={save}
      onClose={onClose}
    >
      <Field label={savedViewTexts.name} hint={savedViewTexts.nameHint} error={attempt.fieldError('name')} isRequired>
        {(tie) => (
          <TextInput
            {...tie}
            {...focusFirst}
            maxLength={NAME_MAX}
            autoComplete="off"
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              attempt.forgive('name');
            }}
          />
        )}
      </Field>
    </FormDialog>
  );
}
