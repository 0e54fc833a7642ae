import type { Endpoints, Reply } from '@bitacora/core/contract';
import { frame } from '@bitacora/core/messages/layout';
import { chatLinkTexts } from '@bitacora/core/messages/profile';
import { useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { useApp } from '../app.ts';
import { DeferredContent } from '../layout/deferred-content.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { sentenceOf, useAttempt } from '../ui/use-attempt.ts';

type LinkOffer = Reply<Endpoints['readChatLinkOffer']>;

/** Shows the chat account of a link and asks for confirmation. */
export function ChatLinkDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const { client, notices } = useApp();
  const { revalidate } = useRevalidator();
  const attempt = useAttempt();
  const [request, setRequest] = useState<LinkOffer | null>(null);
  const ask = async () => {
    const answer = await client.readChatLinkOffer({ code });
    setRequest(answer);
    return answer;
  };
  const confirm = async ({ service }: LinkOffer) => {
    if (!(await attempt.run(() => client.confirmChatLink({ code })))) return;
    notices.show({ title: chatLinkTexts.linked(service) });
    await revalidate();
    onClose();
  };
  return (
    <Dialog
      title={chatLinkTexts.linkTitle}
      closeLabel={frame.close}
      onClose={onClose}
      isBusy={attempt.isBusy}
      footer={
        <>
          <Button onClick={onClose} disabled={attempt.isBusy}>
            {frame.cancel}
          </Button>
          {request && (
            <Button tone="accent" isBusy={attempt.isBusy} onClick={() => confirm(request)}>
              {chatLinkTexts.link(request.service)}
            </Button>
          )}
        </>
      }
    >
      <DeferredContent ask={ask}>
        {({ service, displayName, workspace }) => (
          <>
            {attempt.error !== null && <Alert title={sentenceOf(attempt.error, chatLinkTexts.linkFailed)} />}
            <div>
              <p className="dialog-subject">{chatLinkTexts.account(service, displayName)}</p>
              <p className="muted">{chatLinkTexts.workspace(workspace)}</p>
            </div>
            <p>{chatLinkTexts.linkQuestion}</p>
          </>
        )}
      </DeferredContent>
    </Dialog>
  );
}
