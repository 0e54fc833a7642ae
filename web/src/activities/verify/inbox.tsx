import { lists } from '@bitacora/core/messages/lists';
import { CheckCheck } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { inbox } from '../../messages/inbox.ts';
import { ViewsTool } from '../../saved-views/views-tool.tsx';
import { Button } from '../../ui/button.tsx';
import { Table } from '../../ui/table.tsx';
import { useListState } from '../../ui/table-state.ts';
import type { Activity } from '../activity.ts';
import { inboxColumns } from './inbox-columns.tsx';
import { type Verdicts, VerifyDialog } from './verify-dialog.tsx';
import '../../reports/report-table.css';
import './inbox.css';

const longestWaitingFirst = [{ id: 'delivered', desc: false }];

/** A list to select from. Verified activities leave it; refused ones stay with the reason. */
export function Inbox({ rows, empty }: { rows: readonly Activity[]; empty: ReactNode }) {
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const [refusals, setRefusals] = useState<ReadonlyMap<number, string>>(new Map());
  const [isAsking, setAsking] = useState(false);
  const pick = (ids: readonly number[], isPicked: boolean) =>
    setPicked((before) => new Set(isPicked ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))));
  const settle = ({ verified, refusals: refused }: Verdicts) => {
    pick([...verified, ...refused.keys()], false);
    setRefusals((before) => new Map([...before, ...refused]));
  };
  const columns = useMemo(() => inboxColumns({ picked, refusals, onPick: pick }), [picked, refusals]);
  const tableState = useListState(longestWaitingFirst, columns);
  // Filtered, because another person may have verified some of them.
  const selectedIds = rows.filter(({ id }) => picked.has(id)).map(({ id }) => id);
  return (
    <>
      <Table
        label={inbox.title}
        columns={columns}
        rows={rows}
        rowId={(activity: Activity) => activity.id}
        state={tableState}
        search={lists.search}
        tools={(pageRows) => (
          <div className="report-tools">
            <ViewsTool screen="awaiting" />
            <PickPage pageRows={pageRows.map(({ id }) => id)} picked={picked} onPick={pick} />
            <Button tone="accent" icon={CheckCheck} disabled={selectedIds.length === 0} onClick={() => setAsking(true)}>
              {inbox.verify(selectedIds.length)}
            </Button>
          </div>
        )}
        empty={empty}
        noMatch={lists.noMatch}
      />
      {isAsking && <VerifyDialog ids={selectedIds} onVerdicts={settle} onClose={() => setAsking(false)} />}
    </>
  );
}

interface PickPageProps {
  pageRows: readonly number[];
  picked: ReadonlySet<number>;
  onPick: (ids: readonly number[], isPicked: boolean) => void;
}

function PickPage({ pageRows, picked, onPick }: PickPageProps) {
  const count = pageRows.filter((id) => picked.has(id)).length;
  const isAll = pageRows.length > 0 && count === pageRows.length;
  return (
    <label className="button button-plain pick-page">
      <input
        type="checkbox"
        ref={(input) => {
          if (input) input.indeterminate = count > 0 && !isAll;
        }}
        disabled={pageRows.length === 0}
        checked={isAll}
        onChange={(event) => onPick(pageRows, event.target.checked)}
      />
      {inbox.pickPage}
    </label>
  );
}
