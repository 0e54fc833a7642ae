import { type ComponentProps, useLayoutEffect, useRef } from 'react';

/** What cannot be changed while it is sent, because a later change would be lost. The focus returns to where it was. */
export function SentPart({ isSending, ...rest }: ComponentProps<'div'> & { isSending: boolean }) {
  const element = useRef<HTMLDivElement>(null);
  const focused = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (isSending)
      focused.current = activeElement instanceof HTMLElement && element.current?.contains(activeElement) ? activeElement : null;
    else if (activeElement === document.body) focused.current?.focus();
  }, [isSending]);
  return <div ref={element} inert={isSending} {...rest} />;
}
