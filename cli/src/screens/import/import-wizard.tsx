import { importDialog } from '@bitacora/core/messages/import-dialog';
import { printable } from '@bitacora/core/terminal/printable';
import { Box, Text } from 'ink';
import { useState } from 'react';
import { useAdmin } from '../../app/admin-context.ts';
import { useTones } from '../../app/tones.ts';
import { terminalImport } from '../../messages/import.ts';
import type { FolderEntry } from '../files/folder.ts';
import { Page } from '../ui/page.tsx';
import { ChooseFile } from './choose-file.tsx';
import { RegisterAll } from './register-all.tsx';
import type { CheckedWorkbook } from './rehearsed.ts';
import { Review } from './review.tsx';
import { stepTitle } from './step-title.ts';

/** People out of a workbook, step by step: choose it, see what would happen, say so, and be told. */
export function ImportWizard() {
  const { back } = useAdmin();
  const [file, setFile] = useState<FolderEntry | null>(null);
  const [accepted, setAccepted] = useState<CheckedWorkbook | null>(null);
  const [count, setCount] = useState<number | null>(null);
  if (count !== null) return <Registered count={count} onBack={back} />;
  if (!file) return <ChooseFile onChoose={setFile} />;
  return (
    <Review
      file={file}
      onBack={() => setFile(null)}
      onAccept={setAccepted}
      over={accepted && <RegisterAll accepted={accepted} onDone={setCount} onBack={() => setAccepted(null)} />}
    />
  );
}

function Registered({ count, onBack }: { count: number; onBack(): void }) {
  const colour = useTones();
  return (
    <Page title={stepTitle('result')} onBack={onBack} keys={[{ names: ['enter'], label: terminalImport.finish, run: onBack }]}>
      <Text bold color={colour('good')}>
        ✓ {importDialog.registered(count)}
      </Text>
      <Box>
        <Text>{printable(importDialog.invited)}</Text>
      </Box>
    </Page>
  );
}
