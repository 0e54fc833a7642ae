import { type DragEvent, type ReactNode, useState } from 'react';

interface DropZoneProps {
  className: string;
  onFiles: (files: readonly File[]) => void;
  /** Whatever is dropped meanwhile is passed over, not opened by the browser. */
  isClosed?: boolean;
  children: ReactNode;
}

/** Takes files dragged onto it: a shortcut for the button inside, which does the same. `data-over` while something hovers. */
export function DropZone({ className, onFiles, isClosed = false, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(!isClosed);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isClosed) onFiles([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button inside does the same.
    <div className={className} data-over={isOver || undefined} onDragOver={over} onDragLeave={() => setOver(false)} onDrop={drop}>
      {children}
    </div>
  );
}
