import { importDialog } from '@bitacora/core/messages/import-dialog';
import { useState } from 'react';
import { useAdmin } from '../../app/admin-context.ts';
import { terminalImport } from '../../messages/import.ts';
import { FilePicker } from '../files/file-picker.tsx';
import type { FolderEntry } from '../files/folder.ts';
import { SaveAs } from '../files/save-as.tsx';
import { stepTitle } from './step-title.ts';

const KINDS = ['.xlsx', '.xls'];

/** The workbook, or the template to make one of. */
export function ChooseFile({ onChoose }: { onChoose(file: FolderEntry): void }) {
  const { client, back, notify } = useAdmin();
  const [isSaving, setIsSaving] = useState(false);
  const write = async (sink: NodeJS.WritableStream) => {
    const blob = await client.downloadImportTemplate();
    sink.write(new Uint8Array(await blob.arrayBuffer()));
  };
  return (
    <FilePicker
      title={stepTitle('file')}
      kinds={KINDS}
      keys={[{ names: ['ctrl+t'], label: terminalImport.template, run: () => setIsSaving(true) }]}
      onChoose={onChoose}
      onBack={back}
      over={
        isSaving && (
          <SaveAs
            title={terminalImport.templateTitle}
            name={terminalImport.templateName}
            doing={importDialog.template}
            write={write}
            onBack={() => setIsSaving(false)}
            onDone={(file) => {
              setIsSaving(false);
              notify(terminalImport.templateDone(file));
            }}
          />
        )
      }
    />
  );
}
