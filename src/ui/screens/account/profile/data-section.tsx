import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useServices } from '../../../app/services.ts';
import { Button } from '../../../components/controls/button.tsx';
import { saveFile } from '../../../components/save-file.ts';
import { useAccount } from '../account-services.ts';
import { Section } from '../section.tsx';
import { Setting } from '../setting.tsx';

const FILE = 'my-data.json';
/** Downloads everything that the provider stores about the listener. Other providers may not offer it (SES-93). */
export const DataSection = observer(function DataSection() {
  const { user } = useServices();
  const { accountDetails } = useAccount();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaved, setSaved] = useState(false);
  if (user.user.canExport !== true) return null;
  const download = async () => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    setSaved(false);
    const data = await accountDetails.downloadData();
    setBusy(false);
    if (data.ok) {
      saveFile(FILE, 'application/json', data.value);
      setSaved(true);
    } else setFailure(data.error.message);
  };
  return (
    <Section title="Your data" intro="What we store about you, to keep or to take along.">
      <Setting
        label="Everything in one file"
        value="Your account, your plan, what you saved, bought and heard, as JSON."
        note={
          <>
            <p role="status">{isSaved ? `The file ${FILE} is in your downloads.` : ''}</p>
            {failure !== null && <p role="alert">{failure}</p>}
          </>
        }
        actions={
          <Button aria-disabled={isBusy} aria-busy={isBusy} onClick={() => void download()}>
            Download my data
          </Button>
        }
      />
    </Section>
  );
});
