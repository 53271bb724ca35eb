import type { ShopConfig } from './chat-api.ts'

/** Every color is the shop's; a theme without enough contrast can't be saved. */
export const stylesFor = ({ colors, shape }: ShopConfig): string => `
:host { all: initial; --primary: ${colors.primary}; --on-primary: ${colors.onPrimary}; --background: ${colors.background}; --surface: ${colors.surface};
  --text: ${colors.text}; --soft: ${colors.mutedText}; --border: ${colors.border}; --danger: ${colors.danger}; --radius: ${shape.radiusPx}px; }
* { box-sizing: border-box; }
.launcher, .panel { position: fixed; z-index: 2147483000; font: 15px/1.5 system-ui, sans-serif; color: var(--text); }
.launcher { right: 20px; bottom: 20px; display: flex; align-items: center; gap: 8px; min-height: 52px; padding: 0 20px; border: 0; border-radius: 26px;
  background: var(--primary); color: var(--on-primary); font-weight: 600; cursor: pointer; box-shadow: 0 4px 16px #0004; }
.launcher::before { content: ''; width: 20px; height: 15px; border: 2px solid; border-radius: 6px 6px 6px 0; }
.panel { right: 20px; bottom: 20px; width: min(400px, calc(100vw - 40px)); height: min(640px, calc(100dvh - 40px)); display: flex; flex-direction: column; overflow: hidden;
  background: var(--background); border: 1px solid var(--border); border-radius: calc(var(--radius) + 4px); box-shadow: 0 8px 32px #0005; }
[hidden] { display: none !important; }
.head { display: flex; align-items: center; gap: 4px; padding: 8px 8px 8px 16px; background: var(--primary); color: var(--on-primary); }
h2 { flex: 1; margin: 0; font-size: 16px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.head button { min-width: 44px; min-height: 44px; padding: 0 8px; border: 0; border-radius: var(--radius); background: none; color: inherit; font: inherit; cursor: pointer; }
.log { flex: 1; overflow-y: auto; padding: 16px; display: flex; flex-direction: column; gap: 12px; overflow-wrap: anywhere; }
.message { max-width: 88%; padding: 8px 12px; border-radius: var(--radius); background: var(--surface); align-self: flex-start; }
.message.customer { align-self: flex-end; background: var(--primary); color: var(--on-primary); white-space: pre-wrap; }
.message p, .message ul, .message ol { margin: 0 0 8px; } .message > div > :last-child { margin-bottom: 0; }
.message ul, .message ol, .card ul { padding-left: 20px; }
.message a { color: inherit; }
.author, .soft, .note { color: var(--soft); font-size: 13px; }
.note { align-self: center; text-align: center; max-width: 90%; }
.error { color: var(--danger); }
.message .sources { margin: 8px 0 0; font-size: 13px; color: var(--soft); }
.card { display: flex; flex-direction: column; gap: 2px; margin-top: 8px; padding: 8px; border: 1px solid var(--border); border-radius: var(--radius); background: var(--background); font-size: 14px; }
.card ul { margin: 0; }
.product { flex-direction: row; gap: 10px; align-items: center; } .product > div { display: flex; flex-direction: column; min-width: 0; }
.product img { border-radius: calc(var(--radius) / 2); object-fit: cover; flex: none; }
.suggestions { display: flex; flex-wrap: wrap; gap: 8px; }
.suggestions button, .person { min-height: 36px; padding: 4px 14px; border: 1px solid var(--border); border-radius: 18px; background: var(--background); color: var(--text); font: inherit; font-size: 14px; cursor: pointer; }
form { display: flex; gap: 8px; align-items: flex-end; padding: 12px; border-top: 1px solid var(--border); }
textarea { flex: 1; min-height: 44px; max-height: 120px; padding: 10px 12px; resize: none; border: 1px solid var(--border); border-radius: var(--radius); background: var(--background); color: var(--text); font: inherit; field-sizing: content; }
textarea:focus-visible { outline: 2px solid var(--primary); outline-offset: 0; box-shadow: none; }
form button { min-height: 44px; padding: 0 16px; border: 0; border-radius: var(--radius); background: var(--primary); color: var(--on-primary); font: inherit; font-weight: 600; cursor: pointer; }
.footer { display: flex; justify-content: space-between; align-items: center; gap: 8px; padding: 0 12px 10px; }
:focus-visible { outline: 3px solid var(--text); outline-offset: 2px; box-shadow: 0 0 0 5px var(--background); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 480px) { .launcher { right: 12px; bottom: 12px; width: 52px; padding: 0; justify-content: center; }
  .launcher span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  .panel { right: 0; bottom: 0; width: 100vw; height: 100dvh; border: 0; border-radius: 0; } }
@media (prefers-reduced-motion: no-preference) { .panel { animation: rise .15s ease-out; } @keyframes rise { from { opacity: 0; transform: translateY(8px); } } }
`
