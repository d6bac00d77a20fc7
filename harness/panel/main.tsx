import { createRoot } from 'react-dom/client';
import { Panel } from './panel.tsx';
import '../../src/ui/styles/tokens.css';
import './panel.css';

const root = document.getElementById('panel');
if (root !== null) createRoot(root).render(<Panel />);
