import { frame } from '@bitacora/core/messages/layout';
import { Compass } from 'lucide-react';
import { paths } from '../app/paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Empty } from '../ui/states.tsx';

export function Component() {
  return (
    <>
      <title>{`${frame.pageUnknownTitle} · ${frame.product}`}</title>
      <h1 className="only-read">{frame.pageUnknownTitle}</h1>
      <Empty icon={Compass} text={`${frame.pageUnknownTitle}. ${frame.pageUnknown}`}>
        <ButtonLink tone="accent" to={paths.home}>
          {frame.goHome}
        </ButtonLink>
      </Empty>
    </>
  );
}
