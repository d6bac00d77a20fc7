import { screen } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { SUBSCRIBER } from '../../application/titles.ts';
import { region } from '../find.ts';
import { renderScreen } from '../render-screen.tsx';

test('all data are downloaded as a file; a failure shows a message (SES-93)', async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return 'blob:file';
  });
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user, app } = await renderScreen('/account', {
    listener: { ...SUBSCRIBER, canExport: true },
    before: ({ api }) => {
      api.content.user = { ...api.content.user, canExport: true };
    },
  });
  const section = await region('Your data');
  app.api.faults.failNext('users.exportData', { kind: 'unreachable' });
  await user.click(section.getByRole('button', { name: 'Download my data' }));
  expect(await section.findByRole('alert')).toHaveTextContent('Your data could not be downloaded.');
  expect(files).toEqual([]);
  await user.click(section.getByRole('button', { name: 'Download my data' }));
  expect(await section.findByText('The file my-data.json is in your downloads.')).toBeVisible();
  expect(section.queryByRole('alert')).toBeNull();
  expect(clicked).toHaveBeenCalledOnce();
  expect(JSON.parse((await files[0]?.text()) ?? '')).toMatchObject({
    account: { email: app.api.content.user.email },
  });
});

test('a provider that offers no export has no button for it', async () => {
  await renderScreen('/account', { listener: SUBSCRIBER });
  await region('Delete account');
  expect(screen.queryByRole('button', { name: 'Download my data' })).toBeNull();
});
