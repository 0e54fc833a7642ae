import type { ActivityImportReply } from '@bitacora/core/contract/activity-import-endpoints';
import { activityImportEndpoints } from '@bitacora/core/contract/activity-import-endpoints';
import { rowsQuery } from '@bitacora/core/domain/reports/list-address';
import { leftOutSentence } from '@bitacora/core/messages/activity-import';
import { FileDown } from 'lucide-react';
import { Card } from '../../layout/page.tsx';
import { paths } from '../../layout/paths.ts';
import { importWizard as texts } from '../../messages/activity-import.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { useDownload } from '../../ui/save-file.ts';
import { Alert } from '../../ui/states.tsx';
import { sentenceOf } from '../../ui/use-attempt.ts';
import { notifiedOf } from './answers.ts';
import type { ImportWizard } from './use-import.ts';

/** An address with more values would be too long for some servers. */
const VALUES_MAX = 100;

/** What was imported, where it is, and the file with its folios. */
export function DoneStep({ wizard: { result, restart, fetchFolios } }: { wizard: ImportWizard }) {
  const { isBusy, error, download } = useDownload();
  if (!result) return null;
  const { name } = activityImportEndpoints.importActivities.file;
  return (
    <Card title={texts.doneTitle(result.added)}>
      <p>{texts.doneLead(notifiedOf(result), result.unchanged)}</p>
      {result.leftOut.length > 0 && <p>{leftOutSentence(result.leftOut)}</p>}
      <p className="muted">{texts.sameAgain}</p>
      {error !== null && <Alert title={sentenceOf(error, texts.foliosFailed)} />}
      <div className="import-ways">
        <ListLink of={result} />
        <Button icon={FileDown} isBusy={isBusy} onClick={() => void download(name, fetchFolios)}>
          {texts.folios}
        </Button>
        <Button tone="quiet" onClick={restart}>
          {texts.another}
        </Button>
      </div>
    </Card>
  );
}

/** The list of the work by its topics; where the server named only the first rows, by those who got it. */
function ListLink({ of: { rows, people, added, unchanged } }: { of: ActivityImportReply }) {
  const isFinished = rows.length > 0 && rows.every(({ state }) => state === 'finished');
  const names = [...new Set(rows.map(({ topic }) => topic))];
  const hasAll = rows.length >= added + unchanged;
  const topics = hasAll && names.length <= VALUES_MAX ? names : [];
  const assignees = topics.length === 0 && people.length <= VALUES_MAX ? people.map(({ personId }) => personId) : [];
  const report = isFinished ? paths.finishedReport : paths.pendingReport;
  return (
    <ButtonLink tone="accent" to={`${report}${rowsQuery({ topics, assignees })}`}>
      {topics.length === 1 ? texts.seeTopic(topics[0] as string) : texts.see}
    </ButtonLink>
  );
}
