import { Check, Plus } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { AuthorId } from '../../../../domain/catalogue/content.ts';
import { Button } from '../../../components/controls/button.tsx';
import { useServices } from '../../../app/services.ts';

type FollowButtonProps = { readonly id: AuthorId };

/** Follows or unfollows an author. It loads the followed authors if they are unknown. */
export const FollowButton = observer(function FollowButton({ id }: FollowButtonProps) {
  const { favorites, favoriteToggle } = useServices();
  const isKnown = favorites.isFollowed(id) !== null;
  useEffect(() => {
    if (isKnown) return undefined;
    const controller = new AbortController();
    void favoriteToggle.loadFollowed(id, controller.signal);
    return () => controller.abort();
  }, [id, isKnown, favoriteToggle]);
  const isFollowed = favorites.isFollowed(id) === true;
  const Icon = isFollowed ? Check : Plus;
  return (
    <Button
      aria-pressed={isFollowed}
      aria-busy={favorites.isSaving(id)}
      onClick={() => {
        void favoriteToggle.toggleAuthor(id);
      }}
    >
      <Icon aria-hidden="true" size={18} />
      Follow
    </Button>
  );
});
