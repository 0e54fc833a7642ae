import { type ComponentProps, type DragEvent, type ReactNode, useState } from 'react';
import './drop-zone.css';

interface DropZoneProps {
  onFiles: (files: readonly File[]) => void;
  /** Whatever is dropped meanwhile is passed over, not opened by the browser. */
  isClosed?: boolean;
  children: ReactNode;
}

/** Takes files dragged onto it: a shortcut for the button inside, which does the same. `data-over` while something hovers. */
export function DropZone({ onFiles, isClosed = false, children }: DropZoneProps) {
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
    <div className="drop-zone" data-over={isOver || undefined} onDragOver={over} onDragLeave={() => setOver(false)} onDrop={drop}>
      {children}
    </div>
  );
}

/** The button that fills a drop zone and opens the browser's file chooser. */
export const DropButton = (props: ComponentProps<'button'>) => <button type="button" className="drop-button" {...props} />;
