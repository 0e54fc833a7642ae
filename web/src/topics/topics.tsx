import type { EditableTopic } from '@bitacora/core/contract/topic-endpoints';
import { GENERAL } from '@bitacora/core/domain/activity/activity';
import { lists, table } from '@bitacora/core/messages/lists';
import { topicTexts } from '@bitacora/core/messages/topics';
import { BookMarked, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { appOf } from '../app.ts';
import { deferred, Loaded, useLoaded } from '../layout/loaded.tsx';
import { Page } from '../layout/page.tsx';
import { ViewsTool } from '../saved-views/views-tool.tsx';
import { TourButton } from '../tours/tour-button.tsx';
import { Button } from '../ui/button.tsx';
import { Figures } from '../ui/figures.tsx';
import { Empty } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { ListSkeleton } from '../ui/table-skeleton.tsx';
import { skipReloadOnListChange, useListState } from '../ui/use-list-state.ts';
import { topicColumns } from './topic-columns.tsx';
import { TopicDialog } from './topic-dialog.tsx';

type TopicsDialog = { topic?: EditableTopic };
const byName = [{ id: 'name', desc: false }];

export const shouldRevalidate = skipReloadOnListChange;

export function loader(args: LoaderFunctionArgs) {
  const { client } = appOf(args);
  return { office: deferred(Promise.all([client.listTopics(), client.listDepartments()])) };
}

export function Component() {
  const { office } = useLoaded<typeof loader>();
  const [open, setOpen] = useState<TopicsDialog | null>(null);
  return (
    <Page
      title={topicTexts.title}
      lead={
        <Loaded of={office} skeleton={<span>&nbsp;</span>} isSilent>
          {([topics]) => {
            const departments = new Set(topics.map(({ department }) => department).filter((name) => name !== GENERAL)).size;
            return (
              <Figures
                none={topicTexts.none}
                parts={[
                  { text: topicTexts.count(topics.length), count: topics.length },
                  { text: topicTexts.departments(departments), count: departments },
                ]}
              />
            );
          }}
        </Loaded>
      }
      actions={
        <>
          <TourButton tour="topics" />
          <Button tone="accent" icon={Plus} onClick={() => setOpen({})}>
            {topicTexts.register}
          </Button>
        </>
      }
    >
      <Loaded of={office} skeleton={<ListSkeleton />}>
        {([topics, departments]) => (
          <>
            <Topics topics={topics} onEdit={(topic) => setOpen({ topic })} />
            {open && (
              <TopicDialog
                // The latest version, because a refused edit shows what changed.
                topic={topics.find(({ id }) => id === open.topic?.id) ?? open.topic}
                departments={departments.map(({ department }) => department)}
                onClose={() => setOpen(null)}
              />
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Topics({ topics, onEdit }: { topics: readonly EditableTopic[]; onEdit: (topic: EditableTopic) => void }) {
  const columns = useMemo(() => topicColumns(onEdit), []);
  return (
    <Table
      label={topicTexts.title}
      columns={columns}
      rows={topics}
      rowId={(topic: EditableTopic) => topic.id}
      state={useListState(byName, columns)}
      search={{ label: topicTexts.search, clear: lists.clearSearch }}
      tools={<ViewsTool screen="topics" />}
      pager={table}
      empty={<Empty icon={BookMarked} text={topicTexts.empty} />}
      noMatch={topicTexts.noMatch}
    />
  );
}
