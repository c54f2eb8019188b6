/** How the loader's own parts look. It goes into a constructed sheet of the shadow root, which no page policy refuses. */
export const style = `
:host{--edge:24px}
*{box-sizing:border-box;margin:0}
button{font:inherit;color:inherit;background:none;border:0;padding:0;cursor:pointer}
button:focus-visible{outline:2px solid #1d2422;outline-offset:2px;box-shadow:0 0 0 2px #fff}
svg{width:20px;height:20px;display:block;fill:none;stroke:currentColor;stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
[hidden]{display:none!important}
.bubble{position:fixed;right:calc(var(--edge) + var(--slot)*72px);bottom:var(--edge);width:56px;height:56px;border-radius:50%;background:var(--w1);color:var(--w1-on);display:grid;place-items:center;box-shadow:0 0 0 1px rgb(255 255 255/.3),0 2px 4px rgb(0 0 0/.12),0 8px 24px rgb(0 0 0/.18);transition:transform 90ms}
.bubble:hover{transform:scale(1.04)}
.bubble svg{width:26px;height:26px}
.count{position:absolute;top:-2px;right:-2px;min-width:20px;height:20px;padding:0 5px;border-radius:10px;background:var(--w2);color:var(--w2-on);font:500 12px/20px Roboto,system-ui,sans-serif;text-align:center}
.hello,.wait{position:fixed;bottom:calc(var(--edge) + 6px);right:calc(var(--edge) + 68px + var(--slot)*72px);max-width:min(260px,calc(100vw - 116px));background:#fff;color:#1d2422;border-radius:12px 12px 3px 12px;box-shadow:0 2px 4px rgb(0 0 0/.08),0 8px 24px rgb(0 0 0/.12);font:400 14px/21px Roboto,system-ui,sans-serif;display:flex;align-items:flex-start}
.hello .say{padding:10px 0 10px 14px;text-align:left;white-space:pre-line;overflow-wrap:anywhere}
.hello .hide{flex:none;width:36px;height:41px;display:grid;place-items:center;color:#56605d}
.hello .hide svg{width:14px;height:14px}
.wait{flex-direction:column;padding:12px 14px;gap:8px}
.wait .verbs{display:flex;gap:8px;flex-wrap:wrap}
.wait .verbs button{min-height:36px;padding:0 12px;border-radius:8px;border:1px solid #8b9592;font-weight:500}
.frame{position:fixed;right:var(--edge);bottom:var(--edge);width:376px;height:min(620px,calc(100vh - 48px));max-width:calc(100vw - 48px);border-radius:14px;overflow:hidden;background:#fff;box-shadow:0 0 0 1px rgb(0 0 0/.06),0 4px 8px rgb(0 0 0/.08),0 20px 48px rgb(0 0 0/.2);visibility:hidden;pointer-events:none}
.frame.shown{visibility:visible;pointer-events:auto;animation:open 150ms cubic-bezier(.2,0,0,1)}
iframe{border:0;width:100%;height:100%;display:block;color-scheme:light}
@keyframes open{from{opacity:0;transform:translateY(4px)}}
@media (max-width:760px){:host{--edge:16px}.frame{inset:0;width:auto;height:100%;height:100dvh;max-width:none;border-radius:0}}
@media (prefers-reduced-motion:reduce){.frame.shown{animation:none}.bubble{transition:none}.bubble:hover{transform:none}}
@media print{:host{display:none}}
`;
