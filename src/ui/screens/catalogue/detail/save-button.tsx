import { Check, Heart, Plus } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { ContentType, type ContentItem } from '../../../../domain/catalogue/content.ts';
import { Button } from '../../../components/controls/button.tsx';
import { useServices } from '../../../app/services.ts';
import { useRecordButton } from './title-page.ts';

type SaveButtonProps = { readonly item: ContentItem };

/** Saves the title, or follows a podcast; pressed once the save has succeeded. */
export const SaveButton = observer(function SaveButton({ item }: SaveButtonProps) {
  const { favorites, favoriteToggle } = useServices();
  const record = useRecordButton();
  const isSaved = favorites.isFavorite(item);
  const isPodcast = item.type === ContentType.PODCAST;
  const label = isPodcast ? 'Follow' : 'Save';
  return (
    <Button
      aria-pressed={isSaved}
      aria-busy={favorites.isSaving(item.id)}
      onClick={() => {
        record(label);
        void favoriteToggle.toggleTitle(item);
      }}
    >
      {isPodcast ? (
        <FollowIcon isFollowed={isSaved} />
      ) : (
        <Heart aria-hidden="true" size={18} fill={isSaved ? 'currentColor' : 'none'} />
      )}
      {label}
    </Button>
  );
});

function FollowIcon({ isFollowed }: { readonly isFollowed: boolean }) {
  const Icon = isFollowed ? Check : Plus;
  return <Icon aria-hidden="true" size={18} />;
}
