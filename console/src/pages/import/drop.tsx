// Where a file is dropped, chosen or pasted: on this page, wherever on it.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../parts/icon.tsx';
import { say } from '../../words/say.ts';

const ACCEPTED = '.csv,.tsv,.xlsx,.xlsm,.ndjson,.json';

type Props = {
  onFile: (file: File) => void;
  /** Whether a file is chosen already: then it is a button only. */
  isSmall: boolean;
};

export function Drop({ onFile, isSmall }: Props) {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = useRef(onFile);
  take.current = onFile;
  useEffect(() => {
    const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const over = (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      take.current(file);
    };
    const paste = (event: ClipboardEvent) => {
      if (event.target instanceof HTMLInputElement && event.target.type !== 'file') return;
      const file = event.clipboardData?.files[0];
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (file) take.current(file);
      // Cells that are copied from a spreadsheet are text with tabs.
      else if (text.includes('\n')) take.current(new File([text], text.includes('\t') ? 'pasted.tsv' : 'pasted.csv'));
    };
    const listeners = { dragover: over, dragleave: leave, drop, paste } as Record<string, (event: never) => void>;
    for (const [name, each] of Object.entries(listeners)) window.addEventListener(name, each as EventListener);
    return () => {
      for (const [name, each] of Object.entries(listeners)) window.removeEventListener(name, each as EventListener);
    };
  }, []);
  const choose = (
    <>
      <button type="button" class={`button ${isSmall ? '' : 'primary'}`} onClick={() => input.current?.click()}>
        {isSmall ? say('Another file') : say('Choose a file')}
      </button>
      <input
        ref={input}
        type="file"
        class="unseen"
        accept={ACCEPTED}
        aria-label={say('File to put in')}
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
  if (isSmall) return choose;
  return (
    <section class={`card import-drop ${isOver ? 'over' : ''}`}>
      <Icon name="upload" />
      <h2>{say('Drop a CSV or Excel file here')}</h2>
      <p class="soft">
        {say('Or paste cells of a spreadsheet. Nothing is stored before you have seen what it becomes.')}
      </p>
      {choose}
    </section>
  );
}
